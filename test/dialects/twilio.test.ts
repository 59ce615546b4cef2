import { twilioDialect } from './twilio.ts';
import { DIALECTS } from './dialects.ts';
import { holdsTheConversation } from './holdsTheConversation.ts';

holdsTheConversation(DIALECTS.twilio, twilioDialect);
