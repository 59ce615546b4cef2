import type { CallEvents } from '../call.ts';

export type ServerMessage = CallEvents['message'];
export type MessageOf<Type extends ServerMessage['type']> = Extract<ServerMessage, { readonly type: Type }>;
export type Playback = CallEvents['playback'];
