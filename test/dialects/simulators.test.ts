import { antiphonV1Dialect } from './antiphonV1.ts';
import { asteriskDialect } from './asterisk.ts';
import { exotelDialect, plivoDialect, telnyxDialect, vonageDialect } from './carriers.ts';
import { DIALECTS } from './dialects.ts';
import { holdsTheConversation } from './holdsTheConversation.ts';
import { jambonzDialect } from './jambonz.ts';
import { twilioDialect } from './twilio.ts';

holdsTheConversation(DIALECTS.antiphonV1, antiphonV1Dialect);
holdsTheConversation(DIALECTS.asterisk, asteriskDialect);
holdsTheConversation(DIALECTS.exotel, exotelDialect);
holdsTheConversation(DIALECTS.jambonz, jambonzDialect);
holdsTheConversation(DIALECTS.plivo, plivoDialect);
holdsTheConversation(DIALECTS.telnyx, telnyxDialect);
holdsTheConversation(DIALECTS.twilio, twilioDialect);
holdsTheConversation(DIALECTS.vonage, vonageDialect);
