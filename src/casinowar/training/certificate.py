"""The certificate of an exam: an HTML page with every question and answer, and its record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from html import escape

from casinowar.money import show_cents
from casinowar.rulebook import clause_text
from casinowar.training.report import Report, exam_words, minutes_words, pace_words
from casinowar.training.words import step_words

_STYLE = """
body { font: 16px/1.5 Georgia, serif; color: #1c2420; background: #f6f5ef; margin: 2rem auto;
  max-width: 60rem; padding: 0 1rem; }
header { border: 3px double #1d6b4f; padding: 2rem; text-align: center; background: #fffef9; }
h1 { color: #1d6b4f; margin: 0; } .name { font-size: 2rem; margin: 1rem 0 0; }
table { border-collapse: collapse; width: 100%; font: 14px/1.4 system-ui, sans-serif; }
th, td { border-bottom: 1px solid #d5d8cd; padding: .3rem .5rem; text-align: left;
  vertical-align: top; }
td.n { text-align: right; } tr.wrong td { background: #fbeaea; } code { font-size: .9em; }
.sign { text-align: left; margin: 2.5rem 1rem 0; } .sign span { display: inline-block;
  border-bottom: 1px solid; width: 14rem; margin-right: 2rem; }
@media print { body { background: white; } }
"""


@dataclass(frozen=True, slots=True)
class RecordBehind:
    """The record of the exam's table: its file and its SHA-256."""

    file: str
    sha256: str


def paper_name(report: Report) -> str:
    """What the paper of an exam is called: only a passed exam has a certificate."""
    return "Certificate" if report.passed else "Exam report"


def certificate_page(name: str, report: Report, day: date, record: RecordBehind | None) -> str:
    """The certificate, or the report of an exam that was not passed, as one HTML page."""
    return "\n".join(_lines(name, report, day, record)) + "\n"


def _lines(name: str, report: Report, day: date, record: RecordBehind | None) -> Iterator[str]:
    title = paper_name(report)
    yield '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(f'{title}: {name}, {report.level_title}')}</title>"
    yield f"<style>{_STYLE}</style></head><body>"
    yield f"<header><h1>{title}</h1><p class='name'>{escape(name)}</p>"
    yield f"<p>{escape(report.level_title)}<br>{escape(report.title)}</p>"
    yield (
        f"<p><strong>{report.percent} %</strong> ({report.right} of {report.asked} steps, "
        f"{report.pass_percent} % needed) in {minutes_words(report.seconds)}, {day.isoformat()}</p>"
    )
    yield f"<p>{escape(f'{exam_words(report)} {pace_words(report)}'.strip())}</p>"
    yield "<p class='sign'>Instructor <span></span> Date <span></span></p></header>"
    yield from _habits(report)
    yield from _tallies(report)
    yield from _hands(report)
    yield from _answers(report)
    yield from _record(record)
    yield "</body></html>"


def _habits(report: Report) -> Iterator[str]:
    if not report.habits:
        yield f"<p>{'No mistake.' if report.asked else 'No answer was given.'}</p>"
        return
    yield "<h2>Mistakes</h2><ul>"
    for habit in report.habits:
        clauses = ", ".join(
            f"<span title='{escape(clause_text(cites) or '')}'>{escape(cites)}</span>"
            for cites in habit.cites
        )
        yield f"<li>{habit.times}× {escape(habit.words)} ({clauses})</li>"
    yield "</ul>"


def _tallies(report: Report) -> Iterator[str]:
    yield "<h2>Step by step</h2><table><tr><th>step<th>clause<th>asked<th>right<th>seconds</tr>"
    for tally in report.tallies:
        yield (
            f"<tr><td>{escape(step_words(tally.step))}<td>{escape(tally.cites)}"
            f"<td class='n'>{tally.asked}<td class='n'>{tally.right}"
            f"<td class='n'>{tally.mean_seconds:.1f}</tr>"
        )
    yield "</table>"


def _hands(report: Report) -> Iterator[str]:
    if not report.hands:
        return
    yield "<h2>Each hand</h2><table><tr><th>round<th>seat<th>cards<th>dealer<th>wagered"
    yield "<th>came back<th>result<th>answers</tr>"
    for hand in report.hands:
        missed = [
            answer
            for answer in report.answers
            if answer.round == hand.round and answer.seat == hand.seat and answer.fault
        ]
        said = "; ".join(answer.fault.words for answer in missed if answer.fault) or "no mistake"
        wrong = " class='wrong'" if missed else ""
        yield (
            f"<tr{wrong}><td class='n'>{hand.round}<td class='n'>{hand.seat}<td>{hand.cards}"
            f"<td>{hand.dealer}<td class='n'>{show_cents(hand.wagered_cents)}"
            f"<td class='n'>{show_cents(hand.returned_cents)}"
            f"<td>{escape(hand.outcome.replace('_', ' '))}<td>{escape(said)}</tr>"
        )
    yield "</table>"


def _answers(report: Report) -> Iterator[str]:
    yield "<h2>Questions and answers</h2><table>"
    yield "<tr><th>round<th>event<th>right answer<th>your answer<th>clause<th>seconds</tr>"
    for answer in report.answers:
        wrong = "" if answer.fault is None else " class='wrong'"
        mistake = "" if answer.fault is None else f"<br>{escape(answer.fault.words)}"
        yield (
            f"<tr{wrong}><td class='n'>{answer.round}<td>{escape(answer.notice)}"
            f"<td><code>{escape(answer.right)}</code><td><code>{escape(answer.given)}</code>"
            f"{mistake}<td>{escape(answer.cites)}<td class='n'>{answer.seconds:.1f}</tr>"
        )
    yield "</table>"


def _record(record: RecordBehind | None) -> Iterator[str]:
    if record is None:
        return
    yield (
        f"<h2>The record behind it</h2><p><code>{escape(record.file)}</code>, SHA-256 "
        f"<code>{record.sha256}</code>. <code>casinowar record FILE --verify</code> plays it "
        "again and proves that everything at the table happened by the rules.</p>"
    )
