import { entriesOf } from '../recording.ts';
import type { Recording } from '../recording.ts';
import { MS_PER_CHAR } from '../scenario.ts';
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
  const turns = new Set((entriesOf(recording, 'history').at(-1)?.value ?? []).map(({ turn }) => turn ?? -1));
  return [...turns].flatMap((turn) => {
    const [heard, generated] = [heardOf(recording, turn), generatedOf(recording, turn)];
    return `${generated} `.startsWith(heard === '' ? '' : `${heard} `)
      ? []
      : [`reply ${turn} said "${heard}" of "${generated}"`];
  });
}

/** A reply that was generated and heard to its end was heard whole: what was taken up again has no gap. */
export function wholeRepliesAreHeardWhole(recording: Recording): readonly string[] {
  const { entries } = recording;
  const replies = entriesOf(recording, 'reply').map(({ value }) => value);
  const turnOf = new Map<string, number>();
  const whole = new Map<number, boolean>();
  for (const { of, value } of entries) {
    if (of === 'speech' && value.kind === 'started') turnOf.set(value.utterance, value.turn);
    if (of === 'playout' && value.kind === 'stopped') whole.set(turnOf.get(value.utterance) ?? -1, value.whole);
    if (of === 'speech' && value.kind === 'ended' && value.reason === 'failed') turnOf.set(value.utterance, -1);
  }
  return [...whole].flatMap(([turn, isWhole]) => {
    const isComplete = replies.some(
      (event) => event.kind === 'ended' && event.turn === turn && event.reason === 'complete',
    );
    const [heard, generated] = [heardOf(recording, turn), generatedOf(recording, turn)];
    return isWhole && isComplete && heard !== generated
      ? [`reply ${turn} is whole with "${heard}" of "${generated}"`]
      : [];
  });
}

/** What was heard is what the client has really played, in whole words, where it can tell and has told. */
export function messagesAreWhatWasPlayed(recording: Recording): readonly string[] {
  const { scenario, entries } = recording;
  const { client, tts, acts } = scenario;
  const tells = client.reports === 'positions' || (client.reports === 'finished-only' && client.latencyMs === 0);
  const answersInTime = client.clearDelayMs + 2 * client.latencyMs < 250;
  const isElse = client.outputLatencyMs !== null || client.outputSampleRate !== null;
  const trouble = isElse || acts.some(({ kind }) => kind === 'freeze' || kind === 'disconnect');
  if (!tells || !answersInTime || trouble || !tts.timings) return [];
  const texts = new Map<string, string>();
  const faults: string[] = [];
  let heard = '';
  for (const { atMs, of, value } of entries) {
    if (of === 'speech' && value.kind === 'text')
      texts.set(value.utterance, (texts.get(value.utterance) ?? '') + value.text);
    if (of === 'playout' && value.kind === 'stopped') heard = value.heard.trim();
    if (of !== 'client') continue;
    const chars = textOf(value.samples, { msPerChar: MS_PER_CHAR }).length;
    const played = ['', '.'].map((stop) => wholeWords(texts.get(value.utterance) ?? '', chars + stop.length));
    if (!played.includes(heard))
      faults.push(`${atMs} ${value.utterance} is told as "${heard}", though the client played "${played[0]}"`);
  }
  return faults;
}

/** The first `chars` characters; what is written on to the last word may be missing. */
function wholeWords(text: string, chars: number): string {
  const ends = [...text.matchAll(/\S+/gu)].map(({ index, 0: word }) => index + word.length);
  return text.slice(0, ends.findLast((end) => end <= chars) ?? 0).trim();
}

/** The text of a reply, its rounds joined by a space. */
function generatedOf(recording: Recording, turn: number): string {
  let last = 0;
  const parts = entriesOf(recording, 'reply').map(({ value }) => {
    if (value.kind !== 'text' || value.turn !== turn) return '';
    const seam = value.round === last ? '' : ' ';
    last = value.round;
    return seam + value.delta;
  });
  return spaced(parts.join(''));
}

function heardOf(recording: Recording, turn: number): string {
  const messages = (entriesOf(recording, 'history').at(-1)?.value ?? [])
    .filter((entry) => entry.turn === turn && entry.message.role === 'assistant')
    .filter(({ message }) => message.tool_calls === undefined);
  return spaced(messages.map(({ message }) => message.content).join(' '));
}

function spaced(text: string): string {
  return text.split(/\s+/u).filter(Boolean).join(' ');
}
