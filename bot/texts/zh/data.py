"""Taking data out and in. Names come as HTML; so does what is returned."""

from collections.abc import Mapping

from bot.texts.layout import bold, code


class Data:
    """Captions, and what stands at the head of tables."""

    sheets: Mapping[str, str] = {
        "sessions": "局",
        "log": "流水",
        "settlement": "谁付谁",
        "leaderboard": "排行",
    }
    columns: Mapping[str, str] = {
        "sheet": "表",
        "chat": "群",
        "session": "局号",
        "ruleset": "打法",
        "length": "打多长",
        "opened_at": "开局",
        "closed_at": "结算",
        "name": "名字",
        "seat": "座位",
        "start": "起始分",
        "chips": "筹码",
        "net": "输赢",
        "no": "编号",
        "kind": "类别",
        "at": "时间",
        "by": "谁记的",
        "text": "原话",
        "voided": "撤销",
        "win": "怎么胡",
        "points": "一份",
        "from": "付的",
        "to": "收的",
        "why": "为什么",
        "amount": "多少",
        "paid": "付了",
        "rank": "名次",
        "final": "最终分",
        "ratio": "比值",
        "date": "日期",
    }

    def which(self) -> str:
        return f"导出成哪种？JSON 以后能 {code('/import')} 回来，另两种给表格软件看"

    def exported(self, sessions: int) -> str:
        return f"全部 {sessions} 局都在里面" if sessions else "还没有打过，里面是空的"

    def how_to_import(self) -> str:
        return (
            f"{bold('导入')}\n"
            f"把 /export json 的文件发来，配一句 {code('/import')}，或者回复那个文件发 {code('/import')}\n"
            f"以前的排行也行，一行几条都可以：\n{code('/import 1 一方 755/250=3.02 2024-10-12')}"
        )

    def imported_sessions(self, added: int, people: int) -> str:
        return f"导入了 {added} 局，{people} 个人" if added else "这里面的局都已经有了"

    def imported_lines(self, added: int, known: int) -> str:
        old = f"，{known} 条本来就有" if known else ""
        return f"导入了 {added} 条排行{old}"
