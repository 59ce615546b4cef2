import { lazy } from '../../lazy.ts';
import { phrases, words, type TurnLanguage } from '../turnLanguage.ts';

export const turns: () => TurnLanguage = lazy(() => ({
  hesitations: phrases(
    `euh, heu, hum, hmm, ben, voyons, attendez, attends, une seconde, un instant, un moment, comment dire, je veux dire, c'est-à-dire,
     laissez-moi voir, je cherche`,
  ),
  openings: phrases(`alors, bon, bah, enfin, donc, du coup, en fait, oui alors, oui donc`),
  openWords: words(
    `et ou mais car donc que dont parce puisque lorsque quoique afin
     le la les l' des du d' au aux ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs
     je j' tu il on ils c'est qu' n' m' t' s' très trop assez point arobase tiret monsieur madame`,
  ),
  prepositions: words(`à de en pour avec sans chez dans sur sous entre vers par pendant depuis jusqu'à contre`),
  auxiliaries: words(
    `est sont était suis es sommes êtes ai as a avons avez ont avait serait veux veut voudrais voudrait peux peut pouvez pourriez dois doit vais`,
  ),
  questionWords: words('qui quoi quel quelle quels quelles où quand comment pourquoi combien'),
  clauseWords: words('que est-ce si comme'),
  answers: words('oui non si ouais bien'),
  openPhrases: phrases(
    `j'aimerais, est-ce que vous, pouvez-vous, pourriez-vous,
     il y a, parce que, afin de, à propos de, au moins, au plus, quelque chose comme, une sorte de, en ce qui concerne`,
  ),
  leadIns: words('numéro téléphone portable carte code compte référence postal chiffres série'),
  digits: [
    words('zéro zero'),
    words('un une'),
    words('deux'),
    words('trois'),
    words('quatre'),
    words('cinq'),
    words('six'),
    words('sept'),
    words('huit'),
    words('neuf'),
  ],
  teens: words('dix onze douze treize quatorze quinze seize'),
  tens: words('vingt trente quarante cinquante soixante septante huitante nonante'),
  repeats: { double: 2, triple: 3 },
  numberLengths: [10, 16],
  askedDigits: /\b(?:les )?(\w+) (?:derniers |premiers )?chiffres\b/iu,
}));
