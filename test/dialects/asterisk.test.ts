import { asteriskDialect } from './asterisk.ts';
import { DIALECTS } from './dialects.ts';
import { holdsTheConversation } from './holdsTheConversation.ts';

holdsTheConversation(DIALECTS.asterisk, asteriskDialect);
