import { createWords, type TtsAction, type TtsDialect } from '../../src/wire/tts/dialect.ts';
import type { AzureDeps } from './service.ts';
import type { FilledAzureTts } from './settings.ts';
import { createSsml, type SsmlSettings } from './ssml.ts';
import { SPEECH_CONFIG, parseStreamId, createSynthesisContext, parseWords } from './synthesis.ts';
import { createJsonFrame, createTextFrame, parseFrame, type UspFrame } from './usp.ts';

export type TtsTurnSettings = SsmlSettings & Pick<FilledAzureTts, 'sample_rate' | 'extra'>;

/** A turn of the service: an utterance from its first text to `turn.end`. */
interface Turn {
  readonly id: string;
  readonly utterance: number;
  text: string;
  /** Id of the audio stream; null until the service has sent it. */
  stream: string | null;
  /** `sent`: the text was sent · `stopped`: the stop was sent as well. */
  state: 'collecting' | 'sent' | 'stopped';
}

/** The service closes the connection if a message is longer. */
const MAX_BYTES = 65_536;

/**
 * Creates the dialect of Azure's text to speech, with one turn for each utterance, one at a time, and its text as SSML
 * in one message. A cancelled utterance is stopped and occupies the connection until the service ends its turn, because
 * Azure does not document the effect of starting a second turn earlier. Frames of other turns are ignored.
 */
export function createAzureTtsDialect(settings: TtsTurnSettings, { newId, wallClock }: AzureDeps): TtsDialect {
  /** Id of the next turn. `speech.config` uses that of the first, as in the official client. */
  let nextId = newId();
  let turn: Turn | null = null;
  const endTurn = (last: TtsAction): readonly TtsAction[] => {
    turn = null;
    return [last];
  };
  const sendText = (current: Turn): readonly TtsAction[] => {
    const ssml = createSsmlFrame(current, settings, wallClock());
    const bytes = Buffer.byteLength(ssml);
    if (bytes > MAX_BYTES) return endTurn(createTooLong(current.utterance, bytes));
    current.state = 'sent';
    const context = createSynthesisContext(settings.sample_rate, settings.extra);
    return [sendJson('synthesis.context', current.id, context), { kind: 'send', frame: ssml }];
  };
  const sendJson = (path: string, id: string, body: string): TtsAction => ({
    kind: 'send',
    frame: createJsonFrame(path, id, wallClock(), body),
  });
  return {
    open: () => [sendJson('speech.config', nextId, SPEECH_CONFIG), { kind: 'ready' }],
    begin: (utterance) => {
      turn = { id: nextId, utterance, text: '', stream: null, state: 'collecting' };
      nextId = newId();
      return [];
    },
    text: (utterance, text) => {
      if (turn?.utterance === utterance) turn.text += text;
      return [];
    },
    flush: () => [],
    end: (utterance) => (turn?.utterance === utterance ? sendText(turn) : []),
    cancel: (utterance) => {
      if (turn?.utterance !== utterance || turn.state === 'stopped') return [];
      if (turn.state === 'collecting') return endTurn({ kind: 'released', utterance });
      turn.state = 'stopped';
      return [sendJson('synthesis.control', turn.id, STOP)];
    },
    receive: (frame) => {
      const message = parseFrame(frame);
      if (turn === null || message?.requestId !== turn.id.toLowerCase()) return [];
      if (message.path !== 'turn.end') return handleMessage(turn, message);
      return endTurn({ kind: turn.state === 'stopped' ? 'released' : 'done', utterance: turn.utterance });
    },
  };
}

const STOP = JSON.stringify({ action: 'stop' });

function createSsmlFrame({ id, text }: Turn, settings: SsmlSettings, sentAt: number): string {
  const contentType = 'application/ssml+xml';
  return createTextFrame({ path: 'ssml', requestId: id, sentAt, contentType }, createSsml(text, settings));
}

function createTooLong(utterance: number, bytes: number): TtsAction {
  const message = `the text needs a message of ${bytes} bytes; the service accepts at most ${MAX_BYTES}`;
  return { kind: 'failed', utterance, fault: { kind: 'final', message } };
}

function handleMessage(turn: Turn, { path, headers, body }: UspFrame): readonly TtsAction[] {
  const { utterance } = turn;
  if (path === 'response') turn.stream = parseStreamId(body);
  if (path === 'audio.metadata') return createWords(utterance, parseWords(body));
  if (path !== 'audio' || typeof body === 'string' || body.length === 0) return [];
  const stream = headers.get('x-streamid')?.toLowerCase();
  const isOther = stream !== undefined && turn.stream !== null && stream !== turn.stream;
  return isOther ? [] : [{ kind: 'audio', utterance, bytes: body }];
}
