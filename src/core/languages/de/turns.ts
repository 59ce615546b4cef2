import { lazy } from '../../lazy.ts';
import { phrases, words, type TurnLanguage } from '../turnLanguage.ts';

export const turns: () => TurnLanguage = lazy(() => ({
  hesitations: phrases(
    `äh, ähm, öh, hm, hmm, moment, einen moment, eine sekunde, sekunde, warten sie, warte, mal sehen, lassen sie mich überlegen,
     ich überlege, wie sagt man, sozusagen, ich meine`,
  ),
  openings: phrases(`also, ja also, tja, na ja, naja, eigentlich, nun`),
  openWords: words(
    'und oder aber denn weil wenn falls ob dass obwohl während bevor nachdem sondern als ' +
      'der die das den dem des eine einen einem einer eines mein meine meinen meinem meiner dein deine sein seine ihre ihren unser unsere ' +
      'dieser diese dieses diesen jede jedes wir er man ich sehr ganz ziemlich etwa ungefähr punkt at bindestrich herr frau',
  ),
  prepositions: words(`von für mit zu nach bei auf in im am um über unter vor zwischen ohne gegen bis seit durch`),
  auxiliaries: words(
    `bin bist ist sind war waren habe hat haben hatte werde wird werden würde will möchte kann könnte soll sollte muss darf`,
  ),
  questionWords: words('wer wen wem wessen was wo wohin woher wann warum wieso wozu wie welche welcher welches'),
  clauseWords: words('weil dass wenn ob falls damit'),
  answers: words('ja nein doch klar gerne'),
  openPhrases: phrases(
    `ich möchte, ich hätte gern, ich hätte gerne, ich würde gern, ich würde gerne, ich brauche, ich wollte, können sie, könnten sie,
     kann ich, könnte ich, haben sie, gibt es, zum beispiel, so etwas wie, mindestens, höchstens, in bezug auf`,
  ),
  leadIns: words(
    'nummer telefonnummer handynummer telefon handy karte kartennummer code pin konto kundennummer ziffern postleitzahl',
  ),
  digits: [
    words('null'),
    words('eins ein'),
    words('zwei zwo'),
    words('drei'),
    words('vier'),
    words('fünf'),
    words('sechs'),
    words('sieben'),
    words('acht'),
    words('neun'),
  ],
  teens: words('zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'),
  tens: words('zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'),
  repeats: { doppel: 2 },
  numberLengths: [11, 12, 16],
  askedDigits: /\b(?:letzten|ersten) (\w+) (?:ziffern|stellen)\b|\b(\w+) (?:ziffern|stellen)\b|\b(\w+?)stellig/iu,
}));
