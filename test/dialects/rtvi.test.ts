import { DIALECTS } from './dialects.ts';
import { holdsTheConversation } from './holdsTheConversation.ts';
import { rtviDialect } from './rtvi.ts';

holdsTheConversation(DIALECTS.rtvi, rtviDialect);
