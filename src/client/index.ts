export type { StartSessionRequest, StartSessionResponse } from '../core/sessionRequests.ts';
export type { Call, CallEnd, CallEvents, CallOptions, CallPhase, Playback } from './call.ts';
export type { Digit } from '../core/digit.ts';
export { createCall } from './createCall.ts';
export { CallError } from './errors.ts';
export type { CallErrorCode } from './errors.ts';
export type { StartSession } from './sessions.ts';
