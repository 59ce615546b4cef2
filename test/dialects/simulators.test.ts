import { antiphonV1Dialect } from './antiphonV1.ts';
import { asteriskDialect } from './asterisk.ts';
import { CARRIER_DIALECTS } from './carriers.ts';
import { CARRIER_NAMES, DIALECTS, type DialectName } from './dialects.ts';
import { holdsTheConversation } from './holdsTheConversation.ts';
import { jambonzDialect } from './jambonz.ts';
import { twilioDialect } from './twilio.ts';

holdsTheConversation(DIALECTS.antiphonV1, antiphonV1Dialect);
holdsTheConversation(DIALECTS.asterisk, asteriskDialect);
holdsTheConversation(DIALECTS.jambonz, jambonzDialect);
holdsTheConversation(DIALECTS.twilio, twilioDialect);
for (const [name, dialect] of Object.entries(CARRIER_DIALECTS))
  holdsTheConversation(CARRIER_NAMES[name] as DialectName, dialect);
