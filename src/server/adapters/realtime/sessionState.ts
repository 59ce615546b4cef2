import type { SessionRules } from '../../../core/mediaAdapter.ts';
import { createAudioDecoder, createAudioEncoder, PCM, type AudioDecoder, type AudioEncoder } from './audioFormat.ts';
import type { RealtimeFormat, SessionUpdate } from './clientEvents.ts';
import type { Refused } from './clientEvents.ts';
import type { RealtimeEvent } from './events.ts';
import { FIRST_VOICE, readUpdate, type Changed, type ReadUpdate } from './readUpdate.ts';

/** How the client's audio travels: as base64 in the events, or in separate tracks. */
export type AudioPath = 'events' | 'tracks';

/**
 * The session as its client sees it. The client can change the audio formats of events, and those agent settings that
 * the rules allow.
 */
export class SessionState {
  readonly audioPath: AudioPath;
  #id = '';
  #input: RealtimeFormat = PCM;
  #output: RealtimeFormat = PCM;
  #isManual = false;
  #hasWordTimes = false;
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

  /** Whether the client ends the user's turns and requests each response. */
  get isManual(): boolean {
    return this.#isManual;
  }

  /** Whether the client wants the times of the agent's words. */
  get hasWordTimes(): boolean {
    return this.#hasWordTimes;
  }

  get encoder(): AudioEncoder {
    return this.#encoder;
  }

  start(id: string): RealtimeEvent {
    this.#id = id;
    return { type: 'session.created', session: this.resource };
  }

  /** Applies the changes that are allowed. Returns the changes to the agent, and the fields that cannot be changed. */
  update(wanted: SessionUpdate): ReadUpdate {
    if (this.audioPath === 'events') this.#setFormats(wanted);
    const { changed, refused } = readUpdate(wanted, this.#changed, this.#rules.updates);
    this.#changed = { ...this.#changed, ...changed };
    const times = wanted.audio?.output?.output_audio_timestamp_types;
    if (times !== undefined) this.#hasWordTimes = times?.includes('word') === true;
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

  /** The session in the form in which it is sent. */
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

/** Without these settings, a client of the Agents SDK would cancel responses itself. */
const SERVER_VAD = { type: 'server_vad', create_response: true, interrupt_response: true };

function findRefused({ output_modalities: modalities }: SessionUpdate): readonly Refused[] {
  const faults: readonly (readonly [boolean, string, string])[] = [
    [modalities?.includes('audio') === false, 'output_modalities', 'Expected ["audio"], because the agent speaks.'],
  ];
  return faults
    .filter(([isRefused]) => isRefused)
    .map(([, field, message]) => ({ code: 'session_update_refused', message, param: `session.${field}` }));
}
