"""The Mini App's pages: plain text, served as JSON; the page fills `{…}`."""

from collections.abc import Mapping, Sequence

from bot.texts.en.terms import GLOSSES
from bot.texts.zh import web
from core.tiles import NAMES


class Web(web.Web):
    """Every sentence and label of the pages, by the name under which the pages know it."""

    title = "quezhang"
    no_script = "This page needs JavaScript. Or report in the chat: /hu"
    turned: Mapping[str, str] = {
        "expired": "This page has been open too long. Tap “Open the table” in the chat again",
        "forged": "Nobody can tell who you are. Tap “Open the table” in Telegram",
        "no_table": "This table cannot be found. Tap the newest “Open the table” in the chat",
        "not_here": "This table is in another group; only people of that group can look",
        "later": "Telegram does not answer for now; this page will try again by itself",
    }
    offline = "No connection. Tap again; nothing is recorded twice"
    closed = "This session is settled, you can only look"
    spectator = "You are not in this session and can only look. Tap “Join” in the group to record"
    not_seated = "Nobody sits yet. Draw or take seats in the group, then report"

    tab_report = "Report"
    tab_table = "Table"
    tab_past = "Records"

    # ── putting a hand together ───────────────────────────────────────────────────────────────────────────

    mode = "What to record"
    mode_hand = "A win"
    mode_draw = "A draw"
    mode_spot = "On the spot"
    who_won = "Who won"
    whose = "Whose tiles"
    waiting = "{name} won, waiting for the others"
    how = "How"
    from_discard = "Who discarded"
    from_robbed = "Who was robbed"
    dealer = "dealer"
    tray = "The hand so far"
    tray_empty = "Tap tiles below to lay out the hand; or lay out none and tap the fans"
    remove = "Remove {what}"
    target = "A tapped tile is"
    target_hand = "in hand"
    target_win = "winning"
    target_wild = "得 wild"
    turned_up = "得: {tile}"
    keys = "Tiles; arrow keys move"
    glosses: Mapping[str, str] = GLOSSES
    tiles: Sequence[str] = NAMES
    tile_used = "{tile}, {n} used"
    no_more = "No more {tile}"
    cannot_hold = "{tile} cannot go here"
    no_chow = "{tile} begins no chow"
    full = "No room left, remove some first"
    chow_hint = "Tap the lowest tile of the chow"
    feeder = "Who fed it"
    whom = "{word}: who"
    no_flowers = "No flowers"
    fewer = "One flower fewer"
    more_flowers = "One flower more"
    circumstances = "What tiles do not show"
    fans = "Tap fans"
    fans_hint = "Without tiles, tap every fan there is"
    figures = "Just the figures"
    clear = "Clear"
    ready = "Who was ready"
    spot_what = "Which"
    spot_who = "Whose"
    spot_from = "Who pays"
    all_said = "All said, the rest have 0"
    drop = "Drop this hand"

    # ── its price ─────────────────────────────────────────────────────────────────────────────────────────

    price = "What it comes to"
    details = "Details"
    record = "Record"
    recording = "Recording…"
    not_yet = "Not complete yet"
    another_hand = "Another hand, record it"
    same_hand = "Same hand, skip it"

    # ── the table ─────────────────────────────────────────────────────────────────────────────────────────

    me = "me"
    flags = " flags {n}"
    watcher = "Watching: {name}"
    log = "Log"
    no_entries = "Nothing recorded yet"
    undo = "Undo"
    restore = "Restore"
    void = "undone"
    fixed = "corrected"
    by = "by {name} at {at}"

    # ── what was played ───────────────────────────────────────────────────────────────────────────────────

    chart = "Chips after every hand"
    chart_of = "Chips after {n} entries: {sums}"
    session = "Which session"
    rulesets: Mapping[str, str] = {"wuxi": "Wuxi", "nanjing": "Nanjing", "wenling": "Wenling"}
    still_open = " (still open)"
    board = "Leaderboard"
    no_board = "No session has been settled yet"
