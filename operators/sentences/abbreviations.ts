/** The meanings of a dot in one language. Words are in lower case, without their last dot. */
export interface Abbreviations {
  /** Words that are always abbreviations. */
  readonly anywhere: ReadonlySet<string>;
  /** Words that are abbreviations only before a number ("No. 5"), and ordinary words otherwise ("No."). */
  readonly beforeNumber: ReadonlySet<string>;
  /** True if a dot makes a number an ordinal ("3. Mai"). */
  readonly ordinals: boolean;
}

/**
 * Returns the abbreviations of a language (`de`, not `de-AT`), or the common ones if it has no table. Single
 * letters ("z. B.", "e.g.", "J. R. R.") need no table.
 */
export function abbreviationsOf(language: string): Abbreviations {
  return {
    anywhere: new Set([...words(EVERYWHERE), ...words(ANYWHERE[language] ?? '')]),
    beforeNumber: new Set([...words(NUMBERED), ...words(BEFORE_NUMBER[language] ?? '')]),
    ordinals: ORDINAL_DOT.has(language),
  };
}

function words(list: string): string[] {
  return list.split(' ').filter((word) => word !== '');
}

const EVERYWHERE = 'dr prof mr mrs ms st etc vs inc ltd jr';
const NUMBERED = 'no nr fig art vol tel cap p pp';

const ANYWHERE: Readonly<Record<string, string>> = {
  en:
    'mx messrs rev hon sr gen col sgt capt lt cmdr maj gov sen rep pres supt approx apt dept est co corp bros al cf ' +
    'ca viz ave blvd rd mt ft ext incl esq',
  de:
    'hr hrn fr frl bzw usw usf ca evtl ggf inkl exkl zzgl zzt vgl str abs geb gest sog mio mrd jh std min max mind ' +
    'bspw dipl ing mag rer nat med phil jur tgl allg eigtl einschl entspr gem lt ungef urspr wiss',
  fr: 'mm mme mmes mlle mlles me pr ste bd av cf ex env tél apr éd dép hab min max boul mgr',
  es:
    'sr sra srta sres sras dra dña ud uds vd vds av avda ej aprox admón cía profa ing lic gral depto dpto ee uu rr ' +
    'hh ff aa ss tfno excmo ilmo máx mín',
  it: 'sig sigg sigra dott dottssa ing avv geom rag arch on ecc es ca cfr spett gent egr mons pres min max all rev',
  pt: 'sr sra srta dra profa av ex exmo exma ilmo aprox cia eng depto gov ltda máx mín',
  nl: 'dhr mevr mw drs ir ing bijv bv enz ca incl excl evt resp jl mln mld zgn',
};

const BEFORE_NUMBER: Readonly<Record<string, string>> = {
  en: 'nos figs sec ch chap jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun',
  de: 'abb bd kap s ziff so mo di mi do sa jan feb mär apr jun jul aug sep sept okt nov dez',
  fr: 'chap pag janv févr avr juil sept oct nov déc',
  es: 'núm nº pág págs cap ene feb mar abr may jun jul ago sep sept oct nov dic',
  it: 'num pag pagg gen feb mar apr mag giu lug ago set sett ott nov dic',
  pt: 'núm nº pág págs jan fev mar abr mai jun jul ago set out nov dez',
  nl: 'blz hfst jan feb mrt apr jun jul aug sep sept okt nov dec',
};

const ORDINAL_DOT: ReadonlySet<string> = new Set(words('de da nb nn no fi et lv lt cs sk pl sl hr sr bs hu is tr'));
