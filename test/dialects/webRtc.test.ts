// @module-tag chromium
import { DIALECTS } from './dialects.ts';
import { holdsTheConversation } from './holdsTheConversation.ts';
import { createWebRtcDialect } from './webRtc.ts';

holdsTheConversation(DIALECTS.webRtc, createWebRtcDialect());
