import { setImmediate as soon } from 'node:timers/promises';
import { parseObject } from '../../../src/wire/json.ts';
import type { ClientRequest, FakeSocket, FakeConnection, FakeVendor } from '../kit/fake.ts';
import { BOOLEAN, createRefusal, validateUpgrade } from './parameters.ts';
import type { Parameters } from './parameters.ts';
import { handleMessage } from './frames.ts';
import type { MessageHandlers } from './frames.ts';
import { createSpeechQueue } from './speechQueue.ts';
import type { SpeechQueue } from './speechQueue.ts';
import { createSay, validateRate } from './tts.ts';
import type { DeepgramTtsFakeOptions, Say } from './tts.ts';

export interface DeepgramFluxTtsFakeOptions extends DeepgramTtsFakeOptions {
  /** Ignores each Interrupt with a warning of this code. */
  readonly ignores?: string | undefined;
}

/**
 * Deepgram's `/v2/speak`. Sentences are spoken when they are whole; a Flush ends the turn, whose SpeechMetadata comes behind
 * its audio. Some audio of what was interrupted still comes before SpeechInterrupted.
 */
export function createDeepgramFluxTtsFake(options: DeepgramFluxTtsFakeOptions = {}): FakeVendor {
  return {
    validate: (request) => [...validateUpgrade(request, '/v2/speak', PARAMETERS), ...validateRate(request)],
    refuse: createRefusal,
    connect: (socket, request) => speak(socket, request, options),
  };
}

const PARAMETERS: Parameters = {
  model: { pattern: /^flux-[a-z]+-[a-z]{2}$/u, isRequired: true },
  encoding: { pattern: /^(?:linear16|mulaw|alaw)$/u },
  sample_rate: { pattern: /^(?:8000|16000|24000|32000|44100|48000)$/u },
  speed: { pattern: /^(?:0\.[5-9]\d?|1(?:\.[0-5]\d?)?)$/u },
  expressivity: { pattern: /^-?[0-2]$/u },
  mip_opt_out: { pattern: BOOLEAN },
  tag: { pattern: /./u, isRepeatable: true },
};

function speak(socket: FakeSocket, request: ClientRequest, options: DeepgramFluxTtsFakeOptions): FakeConnection {
  const { add, clear } = createSpeechQueue((error) => socket.reportViolation(String(error)));
  const messages = messagesOf(socket, { add, clear }, createSay(socket, request, options), options.ignores);
  let isClosing = false;
  socket.send(JSON.stringify(CONNECTED));
  return {
    onFrame: (frame) => {
      if (isClosing) return socket.reportViolation('a frame came after Close');
      if (typeof frame !== 'string') return socket.reportViolation('nothing goes in as bytes');
      isClosing = parseObject(frame)?.['type'] === 'Close';
      handleMessage(frame, messages, socket);
    },
    onClose: () => clear(async () => {}),
  };
}

function messagesOf(
  socket: FakeSocket,
  { add, clear }: SpeechQueue,
  say: Say,
  ignores: string | undefined,
): MessageHandlers {
  let [buffer, turns, isActive, isInterrupting] = ['', 0, false, false];
  const tell = (type: string, fields: object = {}): void => socket.send(JSON.stringify({ type, ...fields }));
  const idOf = (turn: number): string => `dg_sp_${turn.toString(16).padStart(12, '0')}`;
  const sayUpTo = (length: number): void => {
    const text = buffer.slice(0, length);
    buffer = buffer.slice(length);
    add((isCleared) => say(text, isCleared));
  };
  /** Turns that were begun and whose metadata have not come. */
  let open: readonly number[] = [];
  const begin = (): void => {
    const turn = turns++;
    isActive = true;
    open = [...open, turn];
    add(() => tell('SpeechStarted', { speech_id: idOf(turn) }));
  };
  const interrupt = (): void => {
    const [turn = 0] = open;
    [buffer, isActive, isInterrupting, open] = ['', false, true, []];
    clear(async () => {
      socket.send(LATE_AUDIO);
      await soon();
      isInterrupting = false;
      tell('SpeechInterrupted', { audio_played_ms: 0, metadata: { speech_id: idOf(turn), audio_duration_ms: 0 } });
    });
  };
  return {
    Speak: ({ text }) => {
      if (typeof text !== 'string' || text === '') return socket.reportViolation('Speak without a text');
      if (isInterrupting)
        socket.reportViolation('Speak before SpeechInterrupted: its audio cannot be told from what was cut');
      if (!isActive) begin();
      buffer += text;
      sayUpTo(/^.*[.!?]\s/su.exec(buffer)?.[0].length ?? 0);
    },
    Flush: () => {
      if (!isActive) return tell('Warning', { code: 'NO_ACTIVE_SPEECH', description: 'There is no active speech.' });
      const turn = turns - 1;
      isActive = false;
      sayUpTo(buffer.length);
      add(() => {
        open = open.filter((other) => other !== turn);
        tell('SpeechMetadata', { speech_id: idOf(turn), audio_duration_ms: 0 });
      });
    },
    Interrupt: () => {
      if (ignores !== undefined) tell('Warning', { code: ignores, description: 'The Interrupt was ignored.' });
      else if (open.length === 0)
        tell('Warning', { code: 'NO_ACTIVE_SPEECH', description: 'There is no active speech.' });
      else interrupt();
    },
    Close: () => {
      sayUpTo(buffer.length);
      add(() => socket.close(1000));
    },
  };
}

const CONNECTED = { type: 'Connected', request_id: 'r', model_name: 'fake', model_version: '1', model_uuids: ['m'] };
/** Loud, and an odd number of bytes. */
const LATE_AUDIO = new Uint8Array(333).fill(99);
