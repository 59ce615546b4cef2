import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { NEVER, Subject, tap } from 'rxjs';
import { onTestFinished, vi } from 'vitest';
import type { AudioFrame } from '../../../src/core/audio.ts';
import type { StartSessionResponse } from '../../../src/core/sessionRequests.ts';
import type { AntiphonOptions } from '../../../src/server/plugin.ts';
import type { Agent } from '../../../src/session/agent.ts';
import type { Ports } from '../../../src/session/config/ports.ts';
import { SubscriptionLedger } from '../../../src/stream/subscriptionLedger.ts';
import { streamReply } from '../../../src/testing/doubles/streamReply.ts';
import { createSttDouble } from '../../../src/testing/doubles/stt.ts';
import { createTtsDouble } from '../../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../../src/testing/doubles/vad.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import {
  agentWith,
  appWith,
  config,
  listening,
  mediaOf,
  offerOf,
  openSocket,
  startSession,
  type Data,
} from '../support.ts';
import { createActs, SECOND } from './acts.ts';
import { openResources } from './openResources.ts';
import { createPeer, type Peer } from './peer.ts';
import { createWitness, WITNESS_WORDS, type Witness } from './witness.ts';

/** What a session does when something goes wrong. */
export const PHASES = ['listening', 'thinking', 'speaking'] as const;
export type Phase = (typeof PHASES)[number];

/** The victim's answer: three sentences. */
export const ANSWER = 'One table is free. It is by the window. You can have it now.';

type Handler = Agent<Data>['llm_response_handler'];

export interface SiteOptions {
  /** How the agent of the victim differs. */
  readonly agent?: Partial<Agent<Data>>;
  /** The recogniser and the voice of the victim; those of the witness work. */
  readonly ports?: Partial<Pick<Ports, 'stt' | 'tts'>>;
  /** Options of the server. */
  readonly server?: Partial<AntiphonOptions>;
  /** Where the victim connects, if it is not the server itself. */
  readonly through?: (at: URL) => Promise<URL>;
  /** The request that starts the victim's session. */
  readonly request?: object;
  readonly clock?: VirtualClock;
  /** What is waited for, besides what is on the way between sockets, before time goes on. */
  readonly isBusy?: () => boolean;
}

/** A server with two clients over real sockets, in virtual time, which stands still while something is on the way: a victim, and a witness who is not to notice. */
export interface Site {
  readonly app: FastifyInstance;
  readonly at: URL;
  readonly clock: VirtualClock;
  readonly session: StartSessionResponse;
  readonly victim: Peer;
  readonly witness: Witness;
  /** Lets time pass. What is sent meanwhile arrives. */
  pass(ms: number, stepMs?: number): Promise<void>;
  /** Lets time pass until something is so. */
  until(isSo: () => boolean): Promise<void>;
  /** Brings the victim's session into a phase. */
  reach(phase: Phase): Promise<void>;
  /** Lets the user speak for 0.4 s, and be silent for 1 s. */
  speak(): Promise<void>;
  /** Lets the user be silent for 1 s, and type a question: resolves with whether it is answered. */
  asksAgain(): Promise<boolean>;
  /** The messages in the victim's history, as `role: content`. */
  history(): readonly string[];
  /** Returns the state of the victim's session, and why it ended. */
  state(): Promise<string>;
  /** Ends everything. Fails if the witness has lost anything, or anything is left open. */
  finish(): Promise<void>;
}

/** Opens the server, with the witness in the middle of an answer and the victim joined. */
export async function createSite(options: SiteOptions = {}): Promise<Site> {
  const before = openResources();
  const { clock = new VirtualClock(), through = async (at) => at, isBusy = () => false } = options;
  startVirtualTimers();
  const ledger = new SubscriptionLedger();
  const frames = new Subject<AudioFrame>();
  const app = await appWith({
    scheduler: clock,
    agent: agentOf(options, clock),
    ports: portsOf(options, clock, ledger),
    splice: { audioIn: tap((frame) => frames.next(frame)) },
    ...options.server,
  });
  const at = await listening(app);
  const beside = await join(await startSession(app, { custom_data: { role: 'witness' } }), at);
  const witness = createWitness(beside, frames);
  await witness.speak(5);
  const session = await startSession(app, { custom_data: { role: 'victim' }, ...options.request });
  const victim = await join(session, await through(at));
  return {
    app,
    at,
    clock,
    session,
    victim,
    witness,
    ...createActs({ app, clock, session, victim, witness, ledger, before, isBusy }),
  };
}

/** Timers of ws, such as those for a closing handshake, follow the time of the site. */
function startVirtualTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

async function join(session: StartSessionResponse, at: URL): Promise<Peer> {
  const socket = openSocket(mediaOf(session, at), offerOf(session));
  const peer = createPeer(socket);
  await once(socket, 'open');
  return peer;
}

function agentOf({ agent = {} }: SiteOptions, clock: VirtualClock): Agent<Data> {
  const { llm_response_handler = answering(clock), configure_session, ...rest } = agent;
  return agentWith({
    ...rest,
    configure_session: (input) => {
      const { role } = input.custom_data as { readonly role: string };
      if (role === 'victim' && configure_session !== undefined) return configure_session(input);
      return { ...config, session_data: { role } };
    },
    llm_response_handler: (input) =>
      input.session_data['role'] === 'witness'
        ? streamReply({ text: WITNESS_WORDS }, clock)
        : llm_response_handler(input),
  });
}

/** Answers with ANSWER; a question to think about is not answered before the user has asked again. */
export function answering(clock: VirtualClock, first: Handler = () => streamReply({ text: ANSWER }, clock)): Handler {
  return (input) => {
    const question = input.messages.findLast(({ role }) => role === 'user')?.content ?? '';
    if (question.includes('again')) return streamReply({ text: SECOND }, clock);
    return question.includes('think') ? NEVER : first(input);
  };
}

/** The first stream of each port is the witness's. */
function portsOf({ ports = {} }: SiteOptions, scheduler: VirtualClock, ledger: SubscriptionLedger): Ports {
  const doubled = { scheduler, ledger };
  const stt = createSttDouble({ says: ['tell me'], sampleRate: ports.stt?.sampleRate, ...doubled });
  const tts = createTtsDouble({ msPerChar: 20, timings: false, sampleRate: ports.tts?.sampleRate, ...doubled });
  const { stt: ownStt = stt, tts: ownTts = tts } = ports;
  let [streams, utterances] = [0, 0];
  return {
    vad: createVadDouble(doubled),
    stt: { ...ownStt, transcribe: (speech) => (streams++ === 0 ? stt : ownStt).transcribe(speech) },
    tts: { ...ownTts, synthesize: (text, complete) => (utterances++ === 0 ? tts : ownTts).synthesize(text, complete) },
  };
}
