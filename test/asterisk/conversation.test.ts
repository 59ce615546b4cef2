import { DIALECTS } from '../dialects/dialects.ts';
import { holdsTheConversation } from '../dialects/holdsTheConversation.ts';
import { asteriskItself } from './asteriskItself.ts';

holdsTheConversation(DIALECTS.asteriskItself, asteriskItself);
