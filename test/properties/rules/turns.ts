import { entriesOf } from '../recording.ts';
import type { Recording } from '../recording.ts';

/** Every turn that was committed is answered, unless something newer came before its answer began; none twice. */
export function turnsAreAnswered(recording: Recording): readonly string[] {
  const { scenario } = recording;
  const turns = entriesOf(recording, 'userTurn');
  const replies = entriesOf(recording, 'reply');
  const isEnding = scenario.acts.some(({ kind }) => kind.startsWith('end') || kind === 'close');
  const endsItself =
    scenario.completions.some(({ calls }) => calls.includes('goodbye')) ||
    scenario.reactions.some(({ kind }) => kind === 'end');
  return turns.flatMap(({ atMs, value: { turn, text } }, n) => {
    const begun = replies.filter(({ value }) => value.kind === 'started' && value.turn === turn).length;
    const isLast = n === turns.length - 1;
    if (begun > 1) return [`${atMs} turn ${turn} was answered ${begun} times`];
    const excused = isEnding || endsItself || (isLast && atMs >= recording.quietMs);
    return begun === 0 && !excused ? [`${atMs} turn ${turn} "${text}" was never answered`] : [];
  });
}

/** No answer to an earlier turn begins when a later one is committed. */
export function answersAreToTheLatest(recording: Recording): readonly string[] {
  const faults: string[] = [];
  let latest = -1;
  const own = new Set<number>();
  for (const { atMs, of, value } of recording.entries) {
    if (of === 'userTurn') {
      latest = value.turn;
      own.add(latest);
    }
    if (of === 'reply' && value.kind === 'started' && own.has(value.turn) && value.turn < latest)
      faults.push(`${atMs} the answer to turn ${value.turn} begins, though turn ${latest} is committed`);
  }
  return faults;
}

/** Between the decision to cut and the truncated message nothing is committed and no handler is called. */
export function cutsAreQuiet({ entries }: Recording): readonly string[] {
  const faults: string[] = [];
  const sent = new Set<string>();
  let cutting: string | null = null;
  for (const { atMs, of, value } of entries) {
    if (of === 'playout' && value.kind === 'sent') sent.add(value.utterance);
    if (of === 'speech' && value.kind === 'ended' && value.reason === 'interrupted' && sent.has(value.utterance))
      cutting = value.utterance;
    if (of === 'playout' && value.kind === 'stopped') {
      sent.delete(value.utterance);
      if (value.utterance === cutting) cutting = null;
    }
    if (cutting === null) continue;
    if (of === 'userTurn') faults.push(`${atMs} turn ${value.turn} is committed while ${cutting} is being cut`);
    if (of === 'handler') faults.push(`${atMs} the handler is called while ${cutting} is being cut`);
  }
  return faults;
}

/** What was said is gone when all have been quiet for long: nobody waits for anybody. */
export function quietIsQuiet(recording: Recording): readonly string[] {
  const { openAtQuiet, endedMs, quietMs, scenario } = recording;
  const ended = endedMs !== null && endedMs < quietMs;
  const faults = [
    ...['llm', 'tts'].filter((name) => openAtQuiet[name] !== undefined).map((name) => `${name} is still open`),
    ...entriesOf(recording, 'error')
      .filter(({ atMs }) => atMs > quietMs - 30_000)
      .map(({ atMs, value }) => `${atMs} ${value.message}, after all that time`),
  ];
  if (ended) return faults;
  return scenario.acts.some(({ kind }) => kind === 'end' || kind === 'end now' || kind === 'close')
    ? [...faults, 'the end was asked for and has not come']
    : faults;
}
