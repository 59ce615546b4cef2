import type { PeerInput, SessionRules } from '../../../core/mediaAdapter.ts';
import type { AgentSpeech } from './agentSpeech.ts';
import type { ClientCalls } from './clientCalls.ts';
import type { Refused } from './clientEvents.ts';
import type { RealtimeEvent } from './events.ts';
import type { InputBuffer } from './inputBuffer.ts';
import type { Items } from './items.ts';
import type { SessionState } from './sessionState.ts';
import type { UserSpeech } from './userSpeech.ts';

/** Ways to answer a client event. */
export interface Answers {
  reply(event: RealtimeEvent): PeerInput;
  refuse(refused: Refused): PeerInput;
}

/** The client-side state of a session. */
export interface Conversation extends Answers {
  readonly items: Items;
  readonly user: UserSpeech;
  readonly agent: AgentSpeech;
  readonly session: SessionState;
  readonly calls: ClientCalls;
  readonly buffer: InputBuffer;
  readonly rules: SessionRules;
}
