import { diagram, type Moment } from '../../src/draw/text/diagram.ts';
import type { Entry, Recording } from './recording.ts';

/** A conversation as one reads it, and as JSON below, to play it again. */
export function drawRecording(recording: Recording): string {
  return `${diagram(moments(recording))}\n\n${JSON.stringify(recording.scenario)}`;
}

/** What happened at once, each in its lane, and what lasted. */
function moments({ entries, quietMs }: Recording): readonly Moment[] {
  const over = entries.at(-1)?.atMs ?? quietMs;
  return entries.flatMap((entry, n) => {
    const lasting = begun(entry);
    if (lasting === null) return atOnce(entry);
    const { lane, isItsEnd } = lasting;
    const end = entries.slice(n).find(isItsEnd);
    return [{ lane, atMs: entry.atMs, toMs: end?.atMs ?? over, text: lasting.text(end) }];
  });
}

interface Lasting {
  readonly lane: string;
  readonly isItsEnd: (entry: Entry) => boolean;
  readonly text: (end: Entry | undefined) => string;
}

function begun({ of, value }: Entry): Lasting | null {
  if (of === 'activity' && value.kind === 'started')
    return {
      lane: 'user',
      isItsEnd: (end) => end.of === 'activity' && end.value.kind === 'ended' && end.value.segment === value.segment,
      text: () => `s${value.segment}`,
    };
  if (of === 'reply' && value.kind === 'started')
    return {
      lane: 'reply',
      isItsEnd: (end) => end.of === 'reply' && end.value.kind === 'ended' && end.value.turn === value.turn,
      text: (end) => `${value.turn}${end?.of === 'reply' && end.value.kind === 'ended' ? ` ${end.value.reason}` : ''}`,
    };
  if (of === 'playout' && value.kind === 'started')
    return {
      lane: 'heard',
      isItsEnd: (end) =>
        end.of === 'playout' && end.value.kind === 'stopped' && end.value.utterance === value.utterance,
      text: (end) => (end?.of === 'playout' && end.value.kind === 'stopped' ? end.value.heard.trim() : ''),
    };
  return null;
}

function atOnce(entry: Entry): readonly Moment[] {
  const { atMs, of, value } = entry;
  switch (of) {
    case 'transcript':
      return [{ lane: `${value.kind}s`, atMs, text: value.text }];
    case 'textIn':
      return [{ lane: 'typed', atMs, text: value }];
    case 'userTurn':
      return [{ lane: 'turns', atMs, text: `${value.turn} ${value.text}` }];
    case 'error':
      return [{ lane: 'errors', atMs, text: value.code }];
    case 'act':
      return [{ lane: 'acts', atMs, text: value }];
    default:
      return atOnceOfTheModel(entry);
  }
}

/** What the model is asked and asks for. */
function atOnceOfTheModel({ atMs, of, value }: Entry): readonly Moment[] {
  switch (of) {
    case 'functionCalls':
      return [{ lane: 'calls', atMs, text: value.calls.map((call) => call.function.name).join(', ') }];
    case 'functionResults': {
      const lane = value.background?.kind === 'progress' ? 'progress' : 'results';
      return [{ lane, atMs, text: value.results.map(({ content }) => content).join(', ') }];
    }
    case 'call':
      return value.kind === 'begun' ? [] : [{ lane: value.kind, atMs, text: value.id }];
    case 'handler':
      return [{ lane: 'asked', atMs, text: value.at(-1)?.role ?? 'nothing' }];
    default:
      return [];
  }
}
