import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { SchedulerLike } from 'rxjs';
import { checkOptions } from '../core/checkOptions.ts';
import type { NameSet } from '../core/names.ts';
import { AntiphonError } from '../core/errors.ts';
import { checkAgent } from '../session/agentCode/checkAgent.ts';
import { checkParts } from '../session/opening/checkParts.ts';
import type { Session, SessionOptions } from '../session/session.ts';
import type { Recorder } from '../session/recording.ts';
import { monotonicScheduler } from '../time/monotonicScheduler.ts';
import { createPeers, PEER_OPTIONS, type PeerOptions } from './adapters/peers.ts';
import { createAdmission } from './admission/admission.ts';
import { heapShare } from './admission/heapShare.ts';
import { createAdmissionLimits, type AdmissionLimitOptions } from './admission/limits.ts';
import { createLoopMonitor, STEADY_LOOP } from './admission/loopMonitor.ts';
import { parsePublicUrl } from './addresses/publicUrl.ts';
import { createRates } from './callers/rates.ts';
import { createIdentification, type CallerOptions } from './callers/createAuthenticate.ts';
import type { Checkpoints } from './checkpoints/checkpoints.ts';
import type { ClusterNode } from './cluster/clusterNode.ts';
import { createTaking, describeClaims, joinCluster, type Membership } from './cluster/membership.ts';
import type { ClusterOptions } from './cluster/options.ts';
import type { ServedAgent } from './calls/call.ts';
import { createCalls, type Calls } from './calls/calls.ts';
import { finishRecordings } from './calls/endCalls.ts';
import { createRootPlugin } from './connections/rootPlugin.ts';
import { answerOtherMethods } from './http/otherMethods.ts';
import { registerRoutes } from './routes.ts';
import { createIdempotentStarts } from './idempotency/idempotentStarts.ts';
import { onDrain } from './life/drains.ts';
import { createTimeouts, type LifeOptions } from './life/timeouts.ts';
import type { LogOptions } from './logs/logSession.ts';
import { maskTokens } from './logs/maskTokens.ts';
import { createObserver } from './observer/createObserver.ts';
import { createTokens, type Tokens } from './tokens/tokens.ts';
import { createTokenSettings, type TokenOptions } from './tokens/options.ts';
import { refuseUpgrades, registerWebSocket } from './connections/webSocket.ts';

/** An agent, and the options of `createSession` for all its sessions. */
export interface AntiphonOptions
  extends Omit<SessionOptions, 'id' | 'resumeFrom' | 'checkpointBytes'>,
    LifeOptions,
    AdmissionLimitOptions,
    CallerOptions,
    TokenOptions,
    LogOptions,
    PeerOptions {
  /** The agent. `configure_session` is called for every session. */
  readonly agent: ServedAgent;
  /**
   * Called with each session before it starts. Its subscriptions end with the session. If it throws, that session ends
   * with `part_failed`.
   *
   * @default nothing
   */
  readonly prepare?: ((session: Session) => void) | undefined;
  /**
   * The URL under which others reach the plugin, including everything before `/v1/sessions`, such as
   * `https://voice.example.com/prefix`. Without it, the plugin only answers requests for loopback and the address of
   * the connection.
   */
  readonly public_url?: string | undefined;
  /** Requests per minute from one IP address that have no caller or are refused with 401. @default 60 */
  readonly max_unauthenticated_per_minute?: number | undefined;
  /** Prefix of all paths, such as `/voice`. @default "" */
  readonly prefix?: string;
  /** Origins of pages that may use the server in addition to its own, such as `https://example.com`. @default [] */
  readonly allowed_origins?: readonly string[] | undefined;
  /** Makes the server one of several nodes. @default a standalone server */
  readonly cluster?: ClusterOptions | undefined;
}

/** The names of the options. */
export const PLUGIN_OPTIONS: NameSet<keyof AntiphonOptions> = {
  agent: true,
  public_url: true,
  prefix: true,
  allowed_origins: true,
  max_unauthenticated_per_minute: true,
  cluster: true,
  // Options for all sessions.
  splice: true,
  stages: true,
  ports: true,
  scheduler: true,
  record: true,
  telemetry: true,
  prices: true,
  logFailures: true,
  taps: true,
  containment: true,
  prepare: true,
  // Lifetime and number of sessions.
  join_timeout: true,
  idle_timeout: true,
  resume_timeout: true,
  drain_timeout: true,
  max_sessions: true,
  max_loop_delay: true,
  max_heap: true,
  // Callers.
  api_keys: true,
  api_keys_file: true,
  authenticate: true,
  authenticate_timeout: true,
  node_id: true,
  token_secrets: true,
  log_transcripts: true,
  ...PEER_OPTIONS,
};

/** The options that fastify's `register` passes to the plugin. */
const REGISTER_OPTIONS = { logLevel: true, logSerializers: true };

/** The plugin. `antiphon` in lazyServer.ts loads it. */
export const antiphon: FastifyPluginAsync<AntiphonOptions> = createRootPlugin(registerChecked);

async function registerChecked(app: FastifyInstance, options: AntiphonOptions): Promise<void> {
  checkOptions('antiphon', options, { ...PLUGIN_OPTIONS, ...REGISTER_OPTIONS });
  await register(app, options);
}

async function register(app: FastifyInstance, options: AntiphonOptions): Promise<void> {
  const {
    prefix = '',
    public_url: publicUrlText,
    max_unauthenticated_per_minute: maxAnonymous = 60,
    api_keys,
    api_keys_file,
    authenticate,
    authenticate_timeout,
    allowed_origins: allowedOrigins = [],
    join_timeout,
    idle_timeout,
    resume_timeout,
    drain_timeout,
    max_sessions,
    max_loop_delay,
    max_heap,
    node_id = randomUUID(),
    token_secrets,
    log_transcripts,
    cluster,
    ...setup
  } = options;
  maskTokens(app);
  const { scheduler = monotonicScheduler } = setup;
  const timeouts = createTimeouts({ join_timeout, idle_timeout, resume_timeout, drain_timeout });
  const limits = createAdmissionLimits({ max_sessions, max_loop_delay, max_heap });
  checkAgent(setup.agent, ['configure_session', 'llm_response_handler']);
  checkParts(setup);
  const profile = { id: node_id, capacity: limits.maxSessions, scheduler };
  const membership = joinCluster(app, cluster, { ...profile, report: reporter(app, 'cluster.secrets') });
  const { node } = membership;
  const tokens = createServerTokens(app, { node_id, token_secrets }, membership);
  const publicUrl = publicUrlText === undefined ? undefined : parsePublicUrl(publicUrlText);
  checkRate(maxAnonymous);
  const peers = createPeers(options, publicUrl, setup.scheduler);
  // The time of a custom scheduler does not depend on the event loop.
  const loop = setup.scheduler === undefined ? createLoopMonitor() : STEADY_LOOP;
  app.addHook('onClose', async () => loop.stop());
  const admission = createAdmission({ ...limits, loop, heap: heapShare, changed: node?.publishLoad });
  const observer = createObserver(app, { loop, ports: setup.ports, scheduler: setup.scheduler, log_transcripts, node });
  const { metrics, recordings } = observer;
  const checkpoints = membership.keep({ count: metrics.countCheckpoint, superseded: (session) => calls.lose(session) });
  const claims = describeClaims(membership, checkpoints, publicUrl);
  const calls = createCalls({ ...setup, ...claims, timeouts, loop, admission, observer, tokens, log: app.log });
  endCallsWithApp(app, { calls, node, checkpoints, recorder: setup.record, scheduler });
  const rates = createRates(maxAnonymous, scheduler);
  const callers = { api_keys, api_keys_file, authenticate, authenticate_timeout };
  const identification = await createIdentification(callers, { publicUrl, scheduler, log: app.log });
  const starts = createIdempotentStarts(scheduler, node?.claimAlias);
  await registerWebSocket(app);
  const takeOvers = createTaking(app, membership, { calls, tokens, checkpoints, publicUrl }, metrics.countTakeOver);
  const services = { calls, tokens, starts, rates, takeOvers, protocols: peers.protocols };
  const reach = { allowedOrigins, publicUrl, node, maxSessions: limits.maxSessions };
  const routes = { ...services, ...reach, peers, metrics, identification, ...(setup.record && { recordings }) };
  const register = async (scope: FastifyInstance): Promise<void> => {
    answerOtherMethods(app, scope);
    await registerRoutes(scope, routes);
  };
  await app.register(register, { prefix });
}

interface EndingParts {
  readonly calls: Calls;
  readonly node: ClusterNode | undefined;
  readonly checkpoints: Pick<Checkpoints, 'leave'> | undefined;
  readonly recorder: Recorder | undefined;
  readonly scheduler: SchedulerLike;
}

/**
 * Ends the calls when the app closes. Call it before @fastify/websocket is registered, whose hook would close the
 * sockets without a message.
 */
function endCallsWithApp(app: FastifyInstance, parts: EndingParts): void {
  const { calls, node, checkpoints, recorder, scheduler } = parts;
  let finishing: Promise<void> | undefined;
  node?.onLost((session) => {
    // The new owner may not have claimed the checkpoint yet.
    checkpoints?.leave(session);
    calls.lose(session);
  });
  onDrain(app, async () => {
    await Promise.all([node?.drain(), calls.drain()]);
  });
  app.addHook('preClose', async () => {
    refuseUpgrades(app);
    await calls.close();
    // Meanwhile, the sockets close.
    finishing = finishRecordings(recorder, { scheduler, log: app.log });
  });
  app.addHook('onClose', async () => await finishing);
}

/** Creates the tokens. Nodes that take over sessions can verify each other's tokens. */
function createServerTokens(app: FastifyInstance, options: TokenOptions, { tokenSecrets }: Membership): Tokens {
  const settings = createTokenSettings(options, reporter(app, 'token_secrets'));
  return createTokens({ ...settings, secrets: settings.secrets ?? tokenSecrets });
}

function reporter(app: FastifyInstance, option: string): (reason: string) => void {
  return (reason) => app.log.error({ reason }, `could not reload ${option}`);
}

function checkRate(value: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= 1_000_000) return;
  const path = 'max_unauthenticated_per_minute';
  throw new AntiphonError('usage_invalid', `${path}: expected a whole number from 1 to 1000000, got ${String(value)}`, {
    path,
  });
}
