"""The first tables."""

import sqlalchemy as sa
import sqlmodel
from alembic import op

from storage.migrations.facts import guard_entries

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "chats",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("title", sqlmodel.AutoString(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("made_at", sqlmodel.UTCDateTime(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("merged", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("sender", sqlmodel.AutoString(), nullable=True),
        sa.Column("sender_until", sqlmodel.UTCDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chats")),
    )
    op.create_table(
        "inbox",
        sa.Column(
            "update_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("raw", sqlmodel.AutoString(), nullable=False),
        sa.Column("fault", sqlmodel.AutoString(), nullable=True),
        sa.Column("at", sqlmodel.UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("update_id", name=op.f("pk_inbox")),
    )
    with op.batch_alter_table("inbox", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_inbox_at"), ["at"], unique=False)

    op.create_table(
        "notes",
        sa.Column("name", sqlmodel.AutoString(), nullable=False),
        sa.Column("value", sqlmodel.AutoString(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_notes")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "addresses",
        sa.Column("telegram_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("topic", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("chat", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("current", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_addresses_chat")),
        sa.PrimaryKeyConstraint("telegram_id", "topic", name=op.f("pk_addresses")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("addresses", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_addresses_chat"), ["chat"], unique=False)

    op.create_table(
        "dialogues",
        sa.Column("chat", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_dialogues_chat")),
        sa.PrimaryKeyConstraint("chat", "person", name=op.f("pk_dialogues")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "finals",
        sa.Column("chat", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("session", sa.Integer(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("final", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("day", sqlmodel.AutoString(), nullable=False),
        sa.Column("hands", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("self_draws", sa.Integer(), nullable=False),
        sa.Column("deal_ins", sa.Integer(), nullable=False),
        sa.Column("won", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("biggest", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("dealer_run", sa.Integer(), nullable=False),
        sa.Column("bets", sa.Integer(), nullable=False),
        sa.Column("bets_won", sa.Integer(), nullable=False),
        sa.Column("bet_chips", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.CheckConstraint("start > 0", name=op.f("ck_finals_start")),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_finals_chat")),
        sa.PrimaryKeyConstraint("chat", "id", name=op.f("pk_finals")),
        sa.UniqueConstraint("chat", "session", "person", name=op.f("uq_finals_chat_session_person")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "links",
        sa.Column("chat", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("token", sqlmodel.AutoString(), nullable=False),
        sa.Column("session", sa.Integer(), nullable=False),
        sa.Column("made_at", sqlmodel.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_links_chat")),
        sa.PrimaryKeyConstraint("chat", "token", name=op.f("pk_links")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "outbox",
        sa.Column("chat", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("subject", sqlmodel.AutoString(), nullable=True),
        sa.Column("say", sa.JSON(), nullable=False),
        sa.Column("file", sa.LargeBinary(), nullable=True),
        sa.Column("at", sqlmodel.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_outbox_chat")),
        sa.PrimaryKeyConstraint("chat", "id", name=op.f("pk_outbox")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "people",
        sa.Column("chat", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sqlmodel.AutoString(), nullable=True),
        sa.Column("folded", sqlmodel.AutoString(), nullable=True),
        sa.Column("account", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("username", sqlmodel.AutoString(), nullable=True),
        sa.Column("same_as", sa.Integer(), nullable=True),
        sa.Column("forgotten", sa.Boolean(), nullable=False),
        sa.CheckConstraint("same_as <> id", name=op.f("ck_people_same")),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_people_chat")),
        sa.PrimaryKeyConstraint("chat", "id", name=op.f("pk_people")),
        sa.UniqueConstraint("chat", "account", name=op.f("uq_people_chat_account")),
        sa.UniqueConstraint("chat", "folded", name=op.f("uq_people_chat_folded")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "posts",
        sa.Column("chat", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("subject", sqlmodel.AutoString(), nullable=False),
        sa.Column("telegram_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("message", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("photo", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_posts_chat")),
        sa.PrimaryKeyConstraint("chat", "subject", name=op.f("pk_posts")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seen",
        sa.Column("chat", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("key", sqlmodel.AutoString(), nullable=False),
        sa.Column("at", sqlmodel.UTCDateTime(), nullable=False),
        sa.Column("answer", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_seen_chat")),
        sa.PrimaryKeyConstraint("chat", "key", name=op.f("pk_seen")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "sessions",
        sa.Column("chat", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("ruleset", sqlmodel.AutoString(), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("length", sqlmodel.AutoString(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("opener", sa.Integer(), nullable=True),
        sa.Column("opened_at", sqlmodel.UTCDateTime(), nullable=False),
        sa.Column("closed_at", sqlmodel.UTCDateTime(), nullable=True),
        sa.Column("closing", sa.JSON(), nullable=False),
        sa.Column("reminded", sa.Boolean(), nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.CheckConstraint("entries >= 0", name=op.f("ck_sessions_entries")),
        sa.CheckConstraint("start > 0", name=op.f("ck_sessions_start")),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_sessions_chat")),
        sa.PrimaryKeyConstraint("chat", "id", name=op.f("pk_sessions")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.create_index(
            "uq_sessions_open",
            ["chat"],
            unique=True,
            sqlite_where=sa.text("closed_at IS NULL"),
            postgresql_where=sa.text("closed_at IS NULL"),
        )

    op.create_table(
        "aliases",
        sa.Column("chat", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("folded", sqlmodel.AutoString(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("alias", sqlmodel.AutoString(), nullable=False),
        sa.ForeignKeyConstraint(
            ["chat", "person"], ["people.chat", "people.id"], name=op.f("fk_aliases_chat_person")
        ),
        sa.PrimaryKeyConstraint("chat", "folded", name=op.f("pk_aliases")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "entries",
        sa.Column("chat", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("session", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("no", sa.Integer(), nullable=True),
        sa.Column("kind", sqlmodel.AutoString(), nullable=False),
        sa.Column("event", sa.JSON(), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("by", sa.Integer(), nullable=True),
        sa.Column("at", sqlmodel.UTCDateTime(), nullable=False),
        sa.CheckConstraint("seq > 0 AND (no IS NULL OR no > 0)", name=op.f("ck_entries_numbers")),
        sa.ForeignKeyConstraint(
            ["chat", "session"], ["sessions.chat", "sessions.id"], name=op.f("fk_entries_chat_session")
        ),
        sa.PrimaryKeyConstraint("chat", "session", "seq", name=op.f("pk_entries")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "entry_texts",
        sa.Column("chat", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("session", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("text", sqlmodel.AutoString(), nullable=True),
        sa.Column("telegram_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("message", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.ForeignKeyConstraint(
            ["chat", "session"], ["sessions.chat", "sessions.id"], name=op.f("fk_entry_texts_chat_session")
        ),
        sa.PrimaryKeyConstraint("chat", "session", "seq", name=op.f("pk_entry_texts")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("entry_texts", schema=None) as batch_op:
        batch_op.create_index("ix_entry_texts_message", ["chat", "telegram_id", "message"], unique=False)

    op.create_table(
        "paid",
        sa.Column("chat", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("session", sa.Integer(), nullable=False),
        sa.Column("payer", sa.Integer(), nullable=False),
        sa.Column("payee", sa.Integer(), nullable=False),
        sa.Column("amount", sqlmodel.AutoString(), nullable=False),
        sa.Column("at", sqlmodel.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["chat", "session"], ["sessions.chat", "sessions.id"], name=op.f("fk_paid_chat_session")
        ),
        sa.PrimaryKeyConstraint("chat", "session", "payer", "payee", name=op.f("pk_paid")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "standing",
        sa.Column("chat", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("session", sa.Integer(), nullable=False),
        sa.Column("no", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("fix", sa.Integer(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("kind", sqlmodel.AutoString(), nullable=False),
        sa.Column("event", sa.JSON(), nullable=False),
        sa.Column("voided", sa.Boolean(), nullable=False),
        sa.Column("answer", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("shelved", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("worth", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["chat", "session"], ["sessions.chat", "sessions.id"], name=op.f("fk_standing_chat_session")
        ),
        sa.PrimaryKeyConstraint("chat", "session", "no", name=op.f("pk_standing")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("standing", schema=None) as batch_op:
        batch_op.create_index("ix_standing_worth", ["chat", "worth"], unique=False)

    op.create_table(
        "transfers",
        sa.Column("chat", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("session", sa.Integer(), nullable=False),
        sa.Column("no", sa.Integer(), nullable=False),
        sa.Column("idx", sa.Integer(), nullable=False),
        sa.Column("payer", sa.Integer(), nullable=False),
        sa.Column("payee", sa.Integer(), nullable=False),
        sa.Column("chips", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("why", sqlmodel.AutoString(), nullable=False),
        sa.CheckConstraint("why IN ('win', 'bet', 'spot', 'penalty')", name=op.f("ck_transfers_why")),
        sa.CheckConstraint("chips > 0", name=op.f("ck_transfers_chips")),
        sa.CheckConstraint("payer <> payee", name=op.f("ck_transfers_payee")),
        sa.ForeignKeyConstraint(
            ["chat", "session"], ["sessions.chat", "sessions.id"], name=op.f("fk_transfers_chat_session")
        ),
        sa.PrimaryKeyConstraint("chat", "session", "no", "idx", name=op.f("pk_transfers")),
        sqlite_with_rowid=False,
    )
    guard_entries(op.get_bind())


def downgrade() -> None:
    raise NotImplementedError("there is nothing before the first tables")
