import type {
  MediaAdapter,
  MediaCodec,
  PeerInput,
  PeerMessage,
  PeerOutput,
  SessionRules,
} from '../../../core/mediaAdapter.ts';
import type { AudioFrame } from '../../../core/audio.ts';
import type { FunctionCall, FunctionResult } from '../../../core/message.ts';
import type { ServerMessage } from '../../../core/protocol.ts';
import type { WordTiming } from '../../../core/turn.ts';
import { ConnectionError } from '../../protocols/connectionError.ts';
import { parseJsonObject } from '../../protocols/parseFields.ts';
import { AgentSpeech } from './agentSpeech.ts';
import { SAMPLE_RATE } from './audioFormat.ts';
import { createClientCalls } from './clientCalls.ts';
import { eventIdOf, isRefused, parseClientEvent, type ClientEvent, type Refused } from './clientEvents.ts';
import {
  createClientError,
  createEventWriter,
  createFieldsWarning,
  createSessionError,
  type RealtimeEvent,
} from './events.ts';
import { findIgnored } from './findIgnored.ts';
import { createInputBuffer } from './inputBuffer.ts';
import { createItems, toCallItem, toOutputItem, type Item } from './items.ts';
import { createOutputBuffer, NO_BUFFER, type OutputBuffer } from './outputBuffer.ts';
import { recall, toDraining, toResumable } from './resumable.ts';
import { SessionState, type AudioPath } from './sessionState.ts';
import type { Answers } from './conversation.ts';
import { takeClientEvent, takeFrame } from './takeClientEvent.ts';
import { createUserSpeech } from './userSpeech.ts';

/**
 * The adapter of the OpenAI Realtime API (GA, https://platform.openai.com/docs/api-reference/realtime, read 2026-11):
 * JSON with audio in base64. Its clients stop the agent's audio themselves at `speech_started`, which the server sends
 * once it has decided to interrupt.
 */
export const realtime: MediaAdapter = createAdapter('events');

/** The same adapter for clients whose audio is in tracks: its codec counts audio, but neither receives nor sends it. */
export const realtimeInTracks: MediaAdapter = createAdapter('tracks');

function createAdapter(audioPath: AudioPath): MediaAdapter {
  return {
    protocol: 'realtime',
    capabilities: {
      audio: {
        input: [{ encoding: 'pcm_s16le', sample_rate: SAMPLE_RATE }],
        output: [{ encoding: 'pcm_s16le', sample_rate: SAMPLE_RATE }],
      },
      heard: 'paced',
      clears: false,
      digits: false,
      resumes: false,
      returns: true,
      audioIn: 'text',
      opens: 'server',
    },
    createCodec: (_audio, rules) => new RealtimeCodec(rules, audioPath),
  };
}

class RealtimeCodec implements MediaCodec {
  readonly #write = createEventWriter();
  readonly #items = createItems();
  readonly #user = createUserSpeech(this.#items);
  readonly #calls = createClientCalls();
  readonly #input = createInputBuffer();
  readonly #session: SessionState;
  readonly #agent: AgentSpeech;
  readonly #rules: SessionRules;
  readonly #buffer: OutputBuffer;
  /** The history, until the client updates its session. */
  readonly #recalled: RealtimeEvent[] = [];

  constructor(rules: SessionRules, audioPath: AudioPath) {
    this.#rules = rules;
    this.#buffer = audioPath === 'tracks' ? createOutputBuffer() : NO_BUFFER;
    this.#session = new SessionState(rules, audioPath);
    this.#agent = new AgentSpeech(this.#items, SAMPLE_RATE, () => this.#session.output);
  }

  readonly decode = (message: PeerMessage): readonly PeerInput[] => {
    const value = parseMessage(message);
    if (isRefused(value)) return [this.#reply(createClientError(value))];
    const event = parseClientEvent(value.fields);
    const eventId = eventIdOf(value.fields);
    const refuse = (refused: Refused): PeerInput => this.#reply(createClientError({ ...refused, eventId }));
    return isRefused(event) ? [refuse(event)] : [...this.#take(event, refuse), ...this.#warn(event, value.fields)];
  };

  readonly takeAudio = (frame: AudioFrame): readonly PeerInput[] =>
    takeFrame(frame, { session: this.#session, buffer: this.#input });

  readonly encode = (output: PeerOutput): readonly PeerMessage[] => {
    const events = output.kind === 'message' ? this.#report(output.message) : this.#sound(output);
    return this.#buffer.follow(events).map(this.#write);
  };

  readonly endRound = (utterance: string, ms: number): readonly PeerMessage[] =>
    this.#buffer.follow(this.#agent.endRound(utterance, ms)).map(this.#write);

  readonly addWords = (utterance: string, words: readonly WordTiming[]): readonly PeerMessage[] =>
    this.#session.hasWordTimes ? this.#agent.words(utterance, words).map(this.#write) : [];

  #take(event: ClientEvent, refuse: Answers['refuse']): readonly PeerInput[] {
    const parts = {
      items: this.#items,
      user: this.#user,
      agent: this.#agent,
      session: this.#session,
      calls: this.#calls,
      buffer: this.#input,
    };
    const reply = (answer: RealtimeEvent): PeerInput => this.#reply(answer);
    const inputs = takeClientEvent(event, { ...parts, rules: this.#rules, reply, refuse });
    const recalled = event.type === 'session.update' ? this.#recalled.splice(0) : [];
    return [...inputs, ...recalled.map(reply)];
  }

  /** Reports the fields of an event that have no effect. */
  #warn(event: ClientEvent, sent: Readonly<Record<string, unknown>>): readonly PeerInput[] {
    const params = findIgnored(sent, { event_id: '', ...event }, { session: this.#session.resource });
    return params.length === 0 ? [] : [this.#reply(createFieldsWarning(event.type, params))];
  }

  #reply(event: RealtimeEvent): PeerInput {
    return { kind: 'reply', message: this.#write(event) };
  }

  #sound(output: Exclude<PeerOutput, { readonly kind: 'message' }>): readonly RealtimeEvent[] {
    if (output.kind !== 'audio') return [];
    const { encoder, audioPath } = this.#session;
    return this.#agent.audio(output.samples.length, audioPath === 'events' ? encoder.encode(output.samples) : '');
  }

  #report(message: ServerMessage): readonly RealtimeEvent[] {
    switch (message.type) {
      case 'user.speech_started':
        return this.#session.isManual ? [] : this.#user.start(message.audio_ms, this.#agent.isSpeaking);
      case 'user.speech_stopped':
        return this.#session.isManual ? [] : this.#user.stop(message.audio_ms);
      case 'user.transcript':
        return message.final && message.text !== '' ? this.#user.transcribe(message.text) : [];
      case 'message.added':
        return message.message.role === 'user' ? this.#user.commit(message.message.content) : [];
      case 'error':
        return [...(message.code === 'empty_turn' ? this.#user.giveUp() : []), createSessionError(message)];
      default:
        return [...this.#reportSession(message), ...this.#reportReply(message), ...this.#reportSpeech(message)];
    }
  }

  /** Reports how the session begins, continues and ends. */
  #reportSession(message: ServerMessage): readonly RealtimeEvent[] {
    switch (message.type) {
      case 'session.started':
        return [this.#session.start(message.session_id), ...toResumable(message)];
      case 'session.resumed':
        // Items from before the connection have other ids.
        this.#user.countFrom(message.latest_seq + 1);
        this.#agent.countFrom(message.latest_seq + 1);
        return [this.#session.start(message.session_id), ...toResumable(message)];
      case 'session.snapshot':
        // A client of the Agents SDK forgets everything before the answer to its first update.
        this.#recalled.push(...recall(message, this.#items));
        return [];
      case 'session.draining':
        return [toDraining(message)];
      default:
        return [];
    }
  }

  /** Reports the agent's generated text and function calls. */
  #reportReply(message: ServerMessage): readonly RealtimeEvent[] {
    switch (message.type) {
      case 'agent.thinking':
        return this.#agent.think(message.turn);
      case 'agent.thought':
        return this.#agent.thought(message.turn, message.reason);
      case 'agent.done':
        this.#calls.forgetContinued();
        return this.#agent.done(message.reason);
      case 'agent.text':
        return this.#agent.text(message.utterance_id, message.delta.slice(message.repeated_chars ?? 0));
      case 'function_calls.collected':
        return this.#reportCalls(message.function_calls);
      case 'function_calls.executed':
        return this.#reportResults(message.results);
      default:
        return [];
    }
  }

  /** Reports what the user hears of the agent. */
  #reportSpeech(message: ServerMessage): readonly RealtimeEvent[] {
    switch (message.type) {
      case 'audio.start':
        return this.#agent.begin(message.utterance_id, (message.first_sample ?? 0) > 0);
      case 'audio.end':
        return this.#agent.audio(0, this.#session.encoder.end());
      case 'agent.speech_started':
        this.#agent.audible(message.utterance_id);
        return this.#buffer.start(this.#agent.audibleResponse(message.utterance_id));
      case 'clear':
        this.#session.encoder.end();
        return [...this.#user.interrupt(), ...this.#clear(message.utterance_id)];
      case 'agent.speech_stopped':
        return this.#stop(message.utterance_id, message.reason === 'cut');
      case 'agent.interrupted':
        return this.#agent.interrupted(message.utterance_id, message.text, message.played_samples);
      default:
        return [];
    }
  }

  #reportCalls(calls: readonly FunctionCall[]): readonly RealtimeEvent[] {
    const isOfClient = new Map(calls.map((call) => [call.id, this.#calls.add(call)]));
    const own = calls.filter(({ id }) => isOfClient.get(id) !== true);
    const others = calls.filter(({ id }) => isOfClient.get(id) === true);
    const added = own.flatMap((call) => this.#add(toCallItem(call)));
    return others.length === 0 ? added : [...added, ...this.#agent.call(others.map(toCallItem))];
  }

  #reportResults(results: readonly FunctionResult[]): readonly RealtimeEvent[] {
    const settled = results.map((result) => ({ result, state: this.#calls.settle(result.tool_call_id) }));
    const added = settled
      .filter(({ state }) => state !== 'answered')
      .flatMap(({ result }) => this.#add(toOutputItem(result)));
    const isContinued = settled.some(({ state }) => state !== 'of the server');
    return isContinued ? [...added, ...this.#agent.goOn()] : added;
  }

  #clear(utterance: string): readonly RealtimeEvent[] {
    const cleared = this.#buffer.clear(this.#agent.audibleResponse(utterance));
    return [...cleared, ...this.#agent.clear(utterance)];
  }

  #stop(utterance: string, isCut: boolean): readonly RealtimeEvent[] {
    const stopped = this.#agent.stop(utterance, isCut);
    return this.#agent.isSpeaking ? stopped : [...stopped, ...this.#user.release()];
  }

  #add(item: Item): readonly RealtimeEvent[] {
    return [this.#items.add(item), this.#items.done(item)];
  }
}

function parseMessage(message: PeerMessage): { readonly fields: Readonly<Record<string, unknown>> } | Refused {
  if (typeof message !== 'string')
    return { code: 'invalid_message', message: 'Expected a text message, got a binary one.' };
  try {
    return { fields: parseJsonObject(message) };
  } catch (error) {
    if (error instanceof ConnectionError) return { code: 'invalid_json', message: error.message };
    throw error;
  }
}
