import { lazy } from '../../lazy.ts';
import { phrases, words, type TurnLanguage } from '../turnLanguage.ts';

export const turns: () => TurnLanguage = lazy(() => ({
  hesitations: phrases(
    `um, umm, uhm, uh, uhh, er, err, erm, hmm, hm, mm, you know, i mean, let me see, let me think, let me check, let's see,
     how do i say, what's it called, one moment, one second, hold on, hang on, just a moment, just a second`,
  ),
  openings: phrases(`well, so, like, okay so, ok so, and so, yeah so, actually, basically, anyway, ah, oh`),
  openWords: words(
    `and or but because cause cos unless if although though whereas than which whose
     a an the my your his its our their every i we he she they
     i'm you're he's she's we're they're it's that's there's what's who's i'd i'll i've we'd we'll we've you'd you'll you've they'd they'll they've he'd she'd he'll she'll
     gonna wanna be been very plus minus equals dot slash at underscore hyphen dash mister mr mrs ms`,
  ),
  prepositions: words(
    `of for with to by about from into onto without within during until towards between per via as like`,
  ),
  auxiliaries: words(
    `is are was were am do does did have has had will would can could should shall may might must isn't aren't wasn't don't doesn't didn't won't can't couldn't shouldn't`,
  ),
  questionWords: words('what who whom whose which where when why how'),
  clauseWords: words('if because that whether is are do does did can could'),
  answers: words('yes yeah yep no nope sure okay ok so'),
  openPhrases: phrases(
    `i would like, i'd like, i want to, i need to, i'm going to, i was going to, i was wondering, can you, could you, would you, will you, can you please, could you please, would you please,
     can i, could i, may i, do you, do you have, is there, are there, what about, how about, something like, kind of, sort of,
     a couple of, at least, at most, the thing is, thing is that, problem is that, question is that, point is that, reason is that, fact is that, not only, as well as, such as, in order to, due to, according to`,
  ),
  leadIns: words('number phone mobile cell telephone card code pin digits account reference postcode zip serial id'),
  digits: [
    words('zero oh o nought null'),
    words('one'),
    words('two'),
    words('three'),
    words('four'),
    words('five'),
    words('six'),
    words('seven'),
    words('eight'),
    words('nine niner'),
  ],
  teens: words('ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'),
  tens: words('twenty thirty forty fifty sixty seventy eighty ninety'),
  repeats: { double: 2, triple: 3, treble: 3 },
  numberLengths: [7, 10, 11, 16],
  askedDigits: /\b(?:last|first) (\w+)(?: digits| numbers)?\b|\b(\w+)[- ]digit\b|\b(\w+) digits\b/iu,
}));
