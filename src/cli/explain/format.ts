import type { Decider, Reason } from '../../core/reason.ts';
import type { ExplainedDecision, ExplainedStep, FloorPhases } from '../../session/explain/explainedStep.ts';
import type { Absence } from '../../session/explain/whyNot.ts';
import { wrap } from './wrap.ts';

/** Formats all decisions: one block for each step, with its time. */
export function formatDecisions(steps: readonly ExplainedStep[], columns: number): string {
  if (steps.length === 0) return 'no decision was made';
  return steps.map((step) => [formatHead(step, columns), ...formatDecided(step, columns)].join('\n')).join('\n\n');
}

/** Formats steps with the state before and after each, and with their waits. */
export function formatAround(around: readonly ExplainedStep[], all: readonly ExplainedStep[], columns: number): string {
  if (around.length === 0) return 'nothing has happened';
  return around
    .map((step) =>
      [
        formatHead(step, columns),
        ...formatPhases('before', all[step.step - 1]?.after, columns),
        ...formatDecided(step, columns),
        ...step.waits.flatMap((wait) => formatReason(`no ${wait.about}`, wait, columns)),
        ...formatPhases('after', step.after, columns),
      ].join('\n'),
    )
    .join('\n\n');
}

/** Formats the answer to `--why-not`. */
export function formatAbsence(
  { happened, reason }: Absence,
  { atMs, columns }: { readonly atMs: number; readonly columns: number },
): string {
  const head = `${formatTime(atMs)}  ${happened ? 'it did happen: ' : ''}${reason.text}`;
  return [...wrap(head, columns, INDENT), ...formatSource(reason, columns)].join('\n');
}

/** Width of a time and the gap behind it. */
const INDENT = 10;

function formatHead({ atMs, event, edge }: ExplainedStep, columns: number): string {
  const on = edge === null ? '' : ` (${edge})`;
  return wrap(`${formatTime(atMs)}  ${event}${on}`, columns, INDENT).join('\n');
}

function formatDecided({ decisions }: ExplainedStep, columns: number): readonly string[] {
  return decisions.flatMap((decision, n) => formatDecision(decision, decisions[n + 1], columns));
}

/** Formats a decision. Decisions that follow each other for the same reason have it once, behind the last. */
function formatDecision(
  { text, reason }: ExplainedDecision,
  next: ExplainedDecision | undefined,
  columns: number,
): readonly string[] {
  const line = wrap(`${' '.repeat(INDENT)}→ ${text}`, columns, INDENT + 2);
  if (next !== undefined && next.reason.text === reason.text && next.reason.rule === reason.rule) return line;
  return [...line, ...formatReason('because', reason, columns)];
}

function formatReason(label: string, reason: Reason, columns: number): readonly string[] {
  const indent = INDENT + 2;
  return [
    ...wrap(`${' '.repeat(indent)}${label}: ${reason.text}`, columns, indent + 2),
    ...formatSource(reason, columns, indent),
  ];
}

function formatSource({ by, rule }: Reason, columns: number, indent: number = INDENT): readonly string[] {
  return wrap(`${' '.repeat(indent)}by ${describeDecider(by)}, docs/${rule}`, columns, indent + 2);
}

function describeDecider(by: Decider): string {
  if (typeof by === 'object') return `your stage ${by.ownStage}`;
  return by === 'floor' ? 'the floor' : `the stage ${by}`;
}

function formatPhases(label: string, phases: FloorPhases | undefined, columns: number): readonly string[] {
  if (phases === undefined) return [];
  const { user, reply, queue, functions, ending } = phases;
  const parts = [
    `user ${user}`,
    `reply ${reply}`,
    ...(queue.length === 0 ? [] : [`then ${queue.join(', ')}`]),
    ...(functions.length === 0 ? [] : [`functions ${functions.join(', ')}`]),
    ...(ending === 'none' ? [] : [`end ${ending}`]),
  ];
  return wrap(`${' '.repeat(INDENT)}${label}: ${parts.join(' · ')}`, columns, INDENT + 2);
}

function formatTime(ms: number): string {
  return `${(ms / 1000).toFixed(3)}s`.padStart(INDENT - 2);
}
