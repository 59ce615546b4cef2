import { antiphonV1Dialect } from './antiphonV1.ts';
import { DIALECTS } from './dialects.ts';
import { holdsTheConversation } from './holdsTheConversation.ts';

holdsTheConversation(DIALECTS.antiphonV1, antiphonV1Dialect);
