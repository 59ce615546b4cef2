import { DIALECTS } from '../dialects/dialects.ts';
import { holdsTheConversation } from '../dialects/holdsTheConversation.ts';
import { createDialect } from './createDialect.ts';
import { openAi6, openAi7 } from './realtimeClients.ts';

holdsTheConversation(DIALECTS.realtimeOpenAi6, createDialect(openAi6));
holdsTheConversation(DIALECTS.realtimeOpenAi7, createDialect(openAi7));
