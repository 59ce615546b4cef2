/**
 * What `npm test` leaves to `npm run test:all`: browsers, conversations in real time, clusters, processes that are killed,
 * installed packages, and whatever else takes long. A file or folder that is not named here is part of both.
 */
export const ALL_ONLY: readonly string[] = [
  'test/bench/room/synthetic.test.ts',
  'test/bench/{reject,turns,voices}/*.test.ts',
  'test/browser/!(docs).test.ts',
  'test/changes/*.test.ts',
  'test/cli/{serve,sweep,test}.test.ts',
  'test/contracts/{azure,elevenlabs,google,openaiStt,vadModel}.test.ts',
  'test/create/templates.test.ts',
  'test/directory/schedules.test.ts',
  'test/docs/snippets.test.ts',
  'test/examples/{parrot,realtime-client}.test.ts',
  'test/orders/*.test.ts',
  'test/package/{compile,install,package,release,rxjs,telemetry}.test.ts',
  'test/properties/planted.test.ts',
  'test/providers/longTexts.test.ts',
  'test/replay/property.test.ts',
  'test/server/checkpoints/{asterisk,carriers,endings,kill,killedPhone,otherClients,phone,takeOver}.test.ts',
  'test/server/exits.test.ts',
  'test/server/lostConnections.test.ts',
  'test/server/media/resuming/kills.test.ts',
  'test/suite/command.test.ts',
];

/** What `npm test` leaves to `npm run test:all`, and what needs a process of its own, as `ALONE` does. */
export const ALL_ALONE: readonly string[] = [
  'test/leaks/sessions.test.ts',
  'test/providers/local/{stt,tts}/**/{engine,host,stt,tts}.test.ts',
  'test/providers/silero/{exits,kernel}.test.ts',
  'test/server/abuse/{corpus,neighbours,sustained}.test.ts',
  'test/server/faults/{client,process,stt,tts}.test.ts',
  'test/session/containment/process.test.ts',
  'test/webrtc/connection/!(names).test.ts',
];

/** These tests speak and listen in real time, and must not wait for tests that compute: `test:all` runs them last. */
export const IN_REAL_TIME: readonly string[] = [
  'test/real/!(findOrderFaults|talk).test.ts',
  'test/browser/{cluster,conversation,network,pausedAudio,reload}.test.ts',
  'test/dialects/!(table).test.ts',
  'test/server/cluster/processes.test.ts',
];

/**
 * Each has a process of its own: it counts what its process holds open, loads an engine into it, breaks it, or replaces a
 * module. All others share processes, in which each module is loaded once.
 */
export const ALONE: readonly string[] = [
  'test/leaks/**/*.test.ts',
  'test/providers/{silero,local}/**/*.test.ts',
  'test/server/{abuse,faults}/**/*.test.ts',
  'test/webrtc/connection/**/*.test.ts',
  'test/time/monotonicScheduler.test.ts',
  'test/session/{realVad,warmUp,containment/**/*}.test.ts',
  'test/time/virtualClock.test.ts',
  'test/wire/audio/mp3.test.ts',
];

/** These tests import only sources, no built files: `npx vitest run test/operators` does not build first. */
export const WITHOUT_BUILD: readonly string[] = [
  'test/{catalogue,client,core,draw,fakes,faults,keys,llm,models,operators,orders,page,playback,properties,react}/**/*.test.ts',
  'test/{replay,situations,stream,studio,telemetry,time,turn-taking,wire}/**/*.test.ts',
  'test/session/{*,!(config)/**/*}.test.ts',
  'test/studio/page/*.test.ts',
  'test/providers/!(silero|local|sherpa)/**/*.test.ts',
];

/**
 * What neither runs, because it installs programs and packages, or needs an Asterisk: `npm run test:long`, `test:conformance`,
 * `test:openapi`, `test:asterisk`, `docs:site:check`.
 */
export const LONG: readonly string[] = [
  'test/bench/room/real.test.ts',
  'test/create/installs.test.ts',
  'test/deploy/container.test.ts',
  'test/directory/redisCluster.test.ts',
  'test/directory/valkey.test.ts',
  'test/package/lowestTypeScript.test.ts',
  'test/package/nodeVersions.test.ts',
  'test/package/otherRuntimes.test.ts',
  'test/server/cluster/valkey.test.ts',
  'test/webrtc/connection/consent.test.ts',
];
export const ELSEWHERE: readonly string[] = [
  '**/node_modules/**',
  'test/{asterisk,conformance,openapi-client,pulled,site}/**',
  ...LONG,
];
