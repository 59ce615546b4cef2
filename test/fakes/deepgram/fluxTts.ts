import { setImmediate as soon } from 'node:timers/promises';
import type { FakeSocket, FakeVendor } from '../kit/fake.ts';
import type { MessageHandlers } from './frames.ts';
import { BOOLEAN, createRefusal, validateUpgrade, type Parameters } from './parameters.ts';
import { createSay, createSpeakConnection, validateRate, type DeepgramTtsFakeOptions, type Speaker } from './tts.ts';

export interface DeepgramFluxTtsFakeOptions extends DeepgramTtsFakeOptions {
  /** Ignores each Interrupt with a warning of this code. */
  readonly ignores?: string | undefined;
}

/**
 * Creates Deepgram's `/v2/speak`. Complete sentences are spoken; a Flush ends the turn, and SpeechMetadata follows its audio.
 * Some audio of an interrupted turn arrives before SpeechInterrupted.
 */
export function createDeepgramFluxTtsFake(options: DeepgramFluxTtsFakeOptions = {}): FakeVendor {
  return {
    validate: (request) => [...validateUpgrade(request, '/v2/speak', PARAMETERS), ...validateRate(request)],
    refuse: createRefusal,
    connect: (socket, request) =>
      createSpeakConnection(socket, createSay(socket, request, options), CONNECTED, (speaker) =>
        createHandlers(socket, speaker, options.ignores),
      ),
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

function createHandlers(socket: FakeSocket, speaker: Speaker, ignores: string | undefined): MessageHandlers {
  let [turns, isActive, isInterrupting] = [0, false, false];
  const sendMessage = (type: string, fields: object = {}): void => socket.send(JSON.stringify({ type, ...fields }));
  const idOf = (turn: number): string => `dg_sp_${turn.toString(16).padStart(12, '0')}`;
  /** Turns whose metadata have not come. */
  let open: readonly number[] = [];
  const begin = (): void => {
    const turn = turns++;
    isActive = true;
    open = [...open, turn];
    speaker.add(() => sendMessage('SpeechStarted', { speech_id: idOf(turn) }));
  };
  const interrupt = (): void => {
    const [turn = 0] = open;
    [isActive, isInterrupting, open] = [false, true, []];
    speaker.clear(async () => {
      await soon();
      isInterrupting = false;
      sendMessage('SpeechInterrupted', {
        audio_played_ms: 0,
        metadata: { speech_id: idOf(turn), audio_duration_ms: 0 },
      });
    });
  };
  return {
    Speak: ({ text }) => {
      if (typeof text !== 'string' || text === '') return socket.reportViolation('Speak without a text');
      if (isInterrupting)
        socket.reportViolation(
          'Speak before SpeechInterrupted: its audio cannot be distinguished from interrupted audio',
        );
      if (!isActive) begin();
      speaker.speak(text);
    },
    Flush: () => {
      if (!isActive)
        return sendMessage('Warning', { code: 'NO_ACTIVE_SPEECH', description: 'There is no active speech.' });
      const turn = turns - 1;
      isActive = false;
      speaker.flush();
      speaker.add(() => {
        open = open.filter((other) => other !== turn);
        sendMessage('SpeechMetadata', { speech_id: idOf(turn), audio_duration_ms: 0 });
      });
    },
    Interrupt: () => {
      if (ignores !== undefined) sendMessage('Warning', { code: ignores, description: 'The Interrupt was ignored.' });
      else if (open.length === 0)
        sendMessage('Warning', { code: 'NO_ACTIVE_SPEECH', description: 'There is no active speech.' });
      else interrupt();
    },
  };
}

const CONNECTED = { type: 'Connected', request_id: 'r', model_name: 'fake', model_version: '1', model_uuids: ['m'] };
