import { DIALECTS } from '../dialects/dialects.ts';
import { holdsTheConversation } from '../dialects/holdsTheConversation.ts';
import { createDialect } from './createDialect.ts';
import { agents } from './realtimeClients.ts';

holdsTheConversation(DIALECTS.realtimeAgents, createDialect(agents));
