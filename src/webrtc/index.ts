export { createWebRtc } from './createWebRtc.ts';
export type { IceServer, WebRtcOptions } from './options.ts';
export type { RtcAnswer, RtcClient, WebRtc } from '../server/webrtc/webRtc.ts';
export type { MediaSocket } from '../server/media/fromSocket.ts';
