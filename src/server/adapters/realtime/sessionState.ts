import type { SessionRules } from '../../../core/mediaAdapter.ts';
import { createAudioDecoder, createAudioEncoder, PCM, type AudioDecoder, type AudioEncoder } from './audioFormat.ts';
import type { RealtimeFormat, SessionUpdate } from './clientEvents.ts';
import type { Refused } from './clientEvents.ts';
import type { RealtimeEvent } from './events.ts';
import { FIRST_VOICE, readUpdate, type Changed, type ReadUpdate } from './readUpdate.ts';

/** Where the audio of a client is: base64 in the events, or tracks beside them. */
export type AudioPath = 'events' | 'tracks';

/** The session as its client sees it: it can change the formats of audio in events, and of the agent what the rules allow. */
export class SessionState {
  readonly audioPath: AudioPath;
  #id = '';
  #input: RealtimeFormat = PCM;
  #output: RealtimeFormat = PCM;
  #isManual = false;
  #changed: Changed = { tools: [], voice: FIRST_VOICE };
  #encoder = createAudioEncoder(PCM);
  #decoder = createAudioDecoder(PCM);
  readonly #rules: SessionRules;

  constructor(rules: SessionRules, audioPath: AudioPath) {
    this.#rules = rules;
    this.audioPath = audioPath;
  }

  get decoder(): AudioDecoder {
    return this.#decoder;
  }

  get output(): RealtimeFormat {
    return this.#output;
  }

  /** Whether the client ends the user's turns, and asks for each answer. */
  get isManual(): boolean {
    return this.#isManual;
  }

  get encoder(): AudioEncoder {
    return this.#encoder;
  }

  start(id: string): RealtimeEvent {
    this.#id = id;
    return { type: 'session.created', session: this.resource };
  }

  /** Takes what can be changed, and returns that of the agent, and what cannot be. */
  update(wanted: SessionUpdate): ReadUpdate {
    if (this.audioPath === 'events') this.#setFormats(wanted);
    const { changed, refused } = readUpdate(wanted, this.#changed, this.#rules.updates);
    this.#changed = { ...this.#changed, ...changed };
    const turns = wanted.audio?.input?.turn_detection;
    if (turns !== undefined) this.#isManual = turns === null;
    return { changed, refused: [...refused, ...findRefused(wanted)] };
  }

  updated(): RealtimeEvent {
    return { type: 'session.updated', session: this.resource };
  }

  #setFormats({ audio }: SessionUpdate): void {
    const { input, output } = audio ?? {};
    if (input?.format !== undefined && input.format !== null && input.format.type !== this.#input.type) {
      this.#input = input.format;
      this.#decoder = createAudioDecoder(input.format);
    }
    if (output?.format !== undefined && output.format !== null && output.format.type !== this.#output.type) {
      this.#output = output.format;
      this.#encoder = createAudioEncoder(output.format);
    }
  }

  /** The session as it is sent. */
  get resource(): Readonly<Record<string, unknown>> {
    const { instructions, tools, voice } = this.#changed;
    return {
      type: 'realtime',
      object: 'realtime.session',
      id: this.#id,
      model: 'antiphon',
      output_modalities: ['audio'],
      audio: {
        input: {
          format: this.#input,
          noise_reduction: null,
          transcription: { model: 'antiphon' },
          turn_detection: this.#isManual ? null : SERVER_VAD,
        },
        output: { format: this.#output, voice, speed: 1 },
      },
      ...(instructions === undefined ? {} : { instructions }),
      tools,
      tool_choice: 'auto',
      tracing: null,
      antiphon: { allow_interruptions: this.#rules.allowsInterruptions },
    };
  }
}

/** The client of the Agents SDK cancels responses itself unless the server does. */
const SERVER_VAD = { type: 'server_vad', create_response: true, interrupt_response: true };

function findRefused({ output_modalities: modalities }: SessionUpdate): readonly Refused[] {
  const faults: readonly (readonly [boolean, string, string])[] = [
    [modalities?.includes('audio') === false, 'output_modalities', 'The agent speaks: expected ["audio"].'],
  ];
  return faults
    .filter(([isRefused]) => isRefused)
    .map(([, field, message]) => ({ code: 'session_update_refused', message, param: `session.${field}` }));
}
