import { entriesOf } from '../recording.ts';
import type { Recording } from '../recording.ts';
import { textOf } from '../../../src/testing/doubles/tts.ts';

/** The history only grows: what was there stays as it was. */
export function historyIsAppendOnly(recording: Recording): readonly string[] {
  const states = entriesOf(recording, 'history');
  return states.flatMap(({ atMs, value }, n) => {
    const before = states[n - 1]?.value ?? [];
    return before.every((entry, at) => entry === value[at]) ? [] : [`${atMs} the history changed what it had`];
  });
}

/** What the agent’s messages of a reply say is what it generated, from the beginning, in whole words. */
export function messagesArePrefixes(recording: Recording): readonly string[] {
  const replies = entriesOf(recording, 'reply');
  const said = new Map<number, string[]>();
  for (const { message, turn } of entriesOf(recording, 'history').at(-1)?.value ?? []) {
    if (message.role !== 'assistant' || message.tool_calls !== undefined || turn === null) continue;
    said.set(turn, [...(said.get(turn) ?? []), message.content]);
  }
  return [...said].flatMap(([turn, contents]) => {
    const generated = wordsOf(
      replies
        .map(({ value }) => value)
        .reduce(
          ({ text, round }, event) =>
            event.kind === 'text' && event.turn === turn
              ? { text: text + (event.round === round ? '' : ' ') + event.delta, round: event.round }
              : { text, round },
          { text: '', round: 0 },
        ).text,
    );
    const heard = wordsOf(contents.join(' '));
    return heard.every((word, n) => word === generated[n])
      ? []
      : [`reply ${turn} said "${heard.join(' ')}" of "${generated.join(' ')}"`];
  });
}

/** What was heard is what the client has really played, in whole words, where it can tell and has told. */
export function messagesAreWhatWasPlayed(recording: Recording): readonly string[] {
  const { scenario, entries } = recording;
  const { client, tts, acts } = scenario;
  const tells = client.reports === 'positions' || (client.reports === 'finished-only' && client.latencyMs === 0);
  const answersInTime = client.clearDelayMs + 2 * client.latencyMs < 250;
  const trouble = acts.some(({ kind }) => kind === 'freeze' || kind === 'disconnect') || client.outputLatencyMs !== null;
  if (!tells || !answersInTime || trouble || !tts.timings) return [];
  const texts = new Map<string, string>();
  const faults: string[] = [];
  let heard = '';
  for (const { atMs, of, value } of entries) {
    if (of === 'speech' && value.kind === 'text')
      texts.set(value.utterance, (texts.get(value.utterance) ?? '') + value.text);
    if (of === 'playout' && value.kind === 'stopped') heard = value.heard.trim();
    if (of !== 'client') continue;
    const played = wholeWords(texts.get(value.utterance) ?? '', textOf(value.samples, { msPerChar: 40 }).length);
    if (heard !== played)
      faults.push(`${atMs} ${value.utterance} is told as "${heard}", though the client played "${played}"`);
  }
  return faults;
}

function wholeWords(text: string, chars: number): string {
  const ends = [...text.matchAll(/\S+/gu)].map(({ index, 0: word }) => index + word.length);
  return text.slice(0, ends.findLast((end) => end <= chars) ?? 0).trim();
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}
