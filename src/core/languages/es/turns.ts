import { lazy } from '../../lazy.ts';
import { phrases, words, type TurnLanguage } from '../turnLanguage.ts';

export const turns: () => TurnLanguage = lazy(() => ({
  hesitations: phrases(
    `eh, em, mmm, hmm, a ver, o sea, es que, espere, espera, un momento, un segundo, déjeme ver, déjame ver, déjeme pensar,
     cómo se dice, quiero decir`,
  ),
  openings: phrases(`pues, bueno, este, entonces, en realidad, sí pues`),
  openWords: words(
    `y e o u pero porque que aunque mientras sino cual cuyo donde cuando como
     el la los las unos unas del al mi mis tu tus su sus nuestro nuestra esta estos estas yo muy tan casi punto arroba guion señor señora`,
  ),
  prepositions: words(`a en de para por con sin sobre entre hasta desde hacia según durante contra`),
  auxiliaries: words(
    `es son era soy está estoy están fue ha he han había tengo tiene sería quiero quería quisiera puedo puede podría debo debe voy va`,
  ),
  questionWords: words('qué quién quiénes cuál cuáles dónde adónde cuándo cómo cuánto cuánta cuántos cuántas'),
  clauseWords: words('si porque que'),
  answers: words('sí si no claro bueno'),
  openPhrases: phrases(
    `me gustaría, necesito, por ejemplo, algo como, por lo menos, al menos,
     como máximo, con respecto a, a causa de, debido a, tengo que, hay que`,
  ),
  leadIns: words('número teléfono móvil celular tarjeta código pin cuenta referencia postal dígitos cifras serie'),
  digits: [
    words('cero'),
    words('uno un una'),
    words('dos'),
    words('tres'),
    words('cuatro'),
    words('cinco'),
    words('seis'),
    words('siete'),
    words('ocho'),
    words('nueve'),
  ],
  teens: words('diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve'),
  tens: words('veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'),
  repeats: { doble: 2, triple: 3 },
  numberLengths: [9, 16],
  askedDigits: /\b(?:últimos|primeros) (\w+) (?:dígitos|números|cifras)\b|\b(\w+) (?:dígitos|cifras)\b/iu,
}));
