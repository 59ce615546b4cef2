import * as z from 'zod';
import { map, timer } from 'rxjs';
import type { Observable } from 'rxjs';
import type { ChatCompletionChunk, HandlerStream } from '../../src/core/chunk.ts';
import { defineAgent, defineFunction } from '../../src/session/agent.ts';
import type { Agent, AgentFunction, LLMResponseHandlerInput, SessionControl } from '../../src/session/agent.ts';
import { createSession } from '../../src/session/createSession.ts';
import type { Session } from '../../src/session/createSession.ts';
import { microphone } from '../../src/testing/audio.ts';
import { VirtualClock } from '../../src/testing/clock.ts';
import { llmDouble } from '../../src/testing/doubles/llm.ts';
import { sttDouble } from '../../src/testing/doubles/stt.ts';
import { transportDouble } from '../../src/testing/doubles/transport.ts';
import type { TransportDouble } from '../../src/testing/doubles/transport.ts';
import { ttsDouble } from '../../src/testing/doubles/tts.ts';
import { vadDouble } from '../../src/testing/doubles/vad.ts';
import { iterableOf } from './iterable.ts';
import { PeakLedger } from './peakLedger.ts';
import type { Entry, Recording } from './recording.ts';
import { lastMs, timed, words } from './scenario.ts';
import type { Act, Completion, FunctionName, Hearing, Scenario, Sound } from './scenario.ts';

/** After so much quiet everything that was under way is over: no timeout of the law is longer, alone or in a row. */
const QUIET_MS = 240_000;
/** Nothing may be left so long after the end was asked for. */
const END_MS = 2000;
/** More calls of the handler than any conversation has. */
const CALLS = 80;

/** Plays a scenario in virtual time, to its end and beyond. */
export async function perform(scenario: Scenario): Promise<Recording> {
  const clock = new VirtualClock();
  const ledger = new PeakLedger();
  const entries: Entry[] = [];
  const io = transportOf(scenario, clock, ledger);
  const session = sessionOf(scenario, io, clock, ledger, (entry) => entries.push(entry));
  let endedMs: number | null = null;
  void session.ended.then(() => {
    endedMs = clock.now();
    entries.push({ atMs: endedMs, of: 'act', value: 'ended' });
  });
  observe(session, io, clock, entries);
  session.start();
  for (const { atMs, act } of timed(scenario.acts)) clock.schedule(() => perform1(act, session, io, clock, entries), atMs);
  const quietMs = lastMs(scenario) + QUIET_MS;
  await clock.run(quietMs);
  const openAtQuiet = ledger.open();
  session.end({ after: 'now' });
  await clock.run(quietMs + END_MS);
  const left = { subscriptions: ledger.open(), work: clock.pending };
  return { scenario, entries, quietMs, endedMs, peaks: ledger.peaks, openAtQuiet, left };
}

type Doubled = { readonly scheduler: VirtualClock; readonly ledger: PeakLedger };
type TestSession = Session<Record<string, unknown>>;

function transportOf({ voice, client }: Scenario, scheduler: VirtualClock, ledger: PeakLedger): TransportDouble {
  const script = placed(voice);
  const end = script.at(-1);
  const forMs = (end === undefined ? 0 : end.atMs + end.forMs) + 1500;
  return transportDouble({
    ...client,
    outputLatencyMs: client.outputLatencyMs ?? undefined,
    audioIn: microphone(script, { scheduler, frameMs: 32, forMs }),
    scheduler,
    ledger,
  });
}

function placed(sounds: readonly Sound[]): readonly { readonly atMs: number; readonly forMs: number }[] {
  let at = 0;
  return sounds.map(({ gapMs, forMs }) => {
    const atMs = at + gapMs;
    at = atMs + forMs;
    return { atMs, forMs };
  });
}

function sessionOf(
  scenario: Scenario,
  io: TransportDouble,
  scheduler: VirtualClock,
  ledger: PeakLedger,
  see: (entry: Entry) => void,
): TestSession {
  const doubled: Doubled = { scheduler, ledger };
  const { rules, firstMessage, stt, hearings, tts, voices } = scenario;
  const config = {
    ...rules,
    initial_messages: [],
    vad: { provider: 'silero' as const },
    stt: { provider: 'deepgram' as const, api_key: 'none' },
    tts: { provider: 'deepgram' as const, api_key: 'none' },
    session_data: {},
    first_message: words('F0', firstMessage),
  };
  const agent: Agent<Record<string, unknown>> = defineAgent<Record<string, unknown>>({
    configure_session: () => config,
    llm_response_handler: handlerOf(scenario, doubled, see),
    functions: functionsOf(scheduler),
  });
  const says = hearings.map(utteranceOf);
  const ports = {
    vad: vadDouble(doubled),
    stt: sttDouble({ says, ...stt, ...doubled }),
    tts: ttsDouble({ ...tts, utterances: voices, msPerChar: 40, ...doubled }),
  };
  return createSession(agent, config, io, { scheduler, id: 'ses_property', ports });
}

/** Interims of its own only where there is one text: they know of no final before them. */
function utteranceOf({ words: counts, interims, late, ...manner }: Hearing, segment: number) {
  const before = counts.map((_, n) => counts.slice(0, n).reduce((sum, count) => sum + count, 0));
  const all = counts.reduce((sum, count) => sum + count, 0);
  return {
    ...manner,
    text: counts.map((count, n) => words(`s${segment}`, count, before[n])),
    interims: counts.length === 1 ? interims?.map((count) => words(`s${segment}`, count)) : undefined,
    late: late === null ? undefined : { text: words(`s${segment}`, late.words, all), afterMs: late.afterMs },
  };
}

type HandlerInput = LLMResponseHandlerInput<Record<string, unknown>>;

function handlerOf({ completions, handler }: Scenario, doubled: Doubled, see: (entry: Entry) => void) {
  const replies = Array.from({ length: CALLS }, (_, call) =>
    replyOf(completions[call % completions.length] as Completion, call),
  );
  const double = llmDouble<HandlerInput>(replies, doubled);
  return (input: HandlerInput): HandlerStream<ChatCompletionChunk> => {
    see({ atMs: doubled.scheduler.now(), of: 'handler', value: structuredClone(input.messages) });
    const stream = double(input);
    if (handler === 'observable') return stream;
    return handler === 'iterable' ? iterableOf(stream) : Promise.resolve(stream);
  };
}

function replyOf({ sentences, calls, ...manner }: Completion, call: number) {
  const from = (sentence: number): number => sentences.slice(0, sentence).reduce((sum, count) => sum + count, 0);
  const text = sentences.map((count, n) => `A${words(`${call}`, count, from(n))}.`).join(' ');
  return { ...manner, text, calls: calls.map((name, n) => ({ name, id: `call_${call}_${n}` })) };
}

function functionsOf(clock: VirtualClock): Record<string, AgentFunction<Record<string, unknown>>> {
  const define = (
    execute: (signal: AbortSignal, session: SessionControl) => unknown,
    uninterruptible = false,
  ): AgentFunction<Record<string, unknown>> =>
    defineFunction({
      description: 'a function',
      parameters: z.object({}),
      uninterruptible,
      execute: (_, { signal, session }) => execute(signal, session),
    });
  const named: Record<Exclude<FunctionName, 'unknown'>, AgentFunction<Record<string, unknown>>> = {
    time: define(() => 'seven'),
    search: define((signal) => clock.sleep(2000, signal).then(() => 'found')),
    broken: define(() => {
      throw new Error('it is broken, as it was told');
    }),
    book: define((signal) => clock.sleep(3000, signal).then(() => 'booked'), true),
    pay: define(() => timer(15_000, clock).pipe(map(() => 'paid')), true),
    stuck: define(() => new Promise(() => {})),
    talk: define((_, session) => session.say(words('T0', 2))),
    goodbye: define((_, session) => session.end()),
  };
  return named;
}

function perform1(act: Act, session: TestSession, io: TransportDouble, clock: VirtualClock, entries: Entry[]): void {
  const n = entries.length;
  entries.push({ atMs: clock.now(), of: 'act', value: act.kind });
  const back = (how: () => void, ms: number): void => {
    clock.schedule(() => {
      entries.push({ atMs: clock.now(), of: 'act', value: 'back' });
      how();
    }, ms);
  };
  switch (act.kind) {
    case 'type':
      return io.user.text.next(words(`t${n}`, act.words));
    case 'say':
      return session.say(words(`Y${n}`, act.words));
    case 'interrupt':
      return session.interrupt();
    case 'end':
      return session.end();
    case 'end now':
      return session.end({ after: 'now' });
    case 'close':
      return session.close('ended_by_client');
    case 'freeze':
      io.freeze();
      return back(() => io.thaw(), act.forMs);
    case 'disconnect':
      io.user.connected.next(false);
      return back(() => io.user.connected.next(true), act.forMs);
    case 'mute':
      io.user.muted.next(true);
      return back(() => io.user.muted.next(false), act.forMs);
  }
}

function observe(session: TestSession, io: TransportDouble, clock: VirtualClock, entries: Entry[]): void {
  const seen = <Of extends Entry['of']>(of: Of, values: Observable<Extract<Entry, { of: Of }>['value']>): void => {
    values.subscribe((value) => entries.push({ atMs: clock.now(), of, value } as Entry));
  };
  const { activity, transcript, userTurn, reply, functionCalls, functionResults, speech, playout, textIn } = session.edges;
  seen('textIn', textIn);
  seen('activity', activity);
  seen('transcript', transcript);
  seen('userTurn', userTurn);
  seen('reply', reply);
  seen('functionCalls', functionCalls);
  seen('functionResults', functionResults);
  seen('speech', speech);
  seen('playout', playout);
  playout.subscribe((event) => {
    const played = event.kind === 'stopped' && io.played().find(({ utterance }) => utterance === event.utterance);
    if (played) entries.push({ atMs: clock.now(), of: 'client', value: played });
  });
  seen('event', session.events$);
  seen('error', session.errors$);
  seen('history', session.history$);
}
