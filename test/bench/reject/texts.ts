/** A part of the set: weights and threshold are chosen on `tuning`; only `measured` is reported. */
export type Part = 'tuning' | 'measured';

/** A grammar with sentences in it. */
export interface Subject {
  readonly grammar: string;
  readonly inside: readonly string[];
}

const HEAD = '#JSGF V1.0; grammar bench; public <said> = ';

/** Small grammars, such as those of the examples. */
export const SUBJECTS: Readonly<Record<Part, readonly Subject[]>> = {
  tuning: [
    {
      grammar: `${HEAD}[please] (open | close) the (door | window) | turn the light (on | off) | good morning | good night | thank you | cancel;`,
      inside: [
        'please open the door',
        'close the window',
        'turn the light off',
        'good morning',
        'good night',
        'thank you',
        'cancel',
        'open the window',
        'please close the door',
      ],
    },
    {
      grammar: `${HEAD}hello | what time is it | i would like to book a table for (two | four | eight) people at (six | seven | nine) | tell me about the restaurant | stop | thank you | goodbye;`,
      inside: [
        'hello',
        'what time is it',
        'i would like to book a table for four people at seven',
        'i would like to book a table for two people at nine',
        'i would like to book a table for eight people at six',
        'tell me about the restaurant',
        'stop',
        'thank you',
        'goodbye',
      ],
    },
    { grammar: `${HEAD}yes | no | maybe later;`, inside: ['yes', 'no', 'maybe later'] },
  ],
  measured: [
    {
      grammar: `${HEAD}hello | what time is it | i would like to book a table for <number> people at <number> | tell me about the restaurant | stop | thank you | goodbye; <number> = one | two | three | four | five | six | seven | eight | nine | ten;`,
      inside: [
        'hello',
        'what time is it',
        'i would like to book a table for four people at eight',
        'i would like to book a table for two people at seven',
        'i would like to book a table for one people at ten',
        'i would like to book a table for three people at nine',
        'i would like to book a table for nine people at one',
        'i would like to book a table for seven people at two',
        'tell me about the restaurant',
        'stop',
        'thank you',
        'goodbye',
      ],
    },
    {
      grammar: `${HEAD}hello | tell me a story | stop | goodbye;`,
      inside: ['hello', 'tell me a story', 'stop', 'goodbye'],
    },
    {
      grammar: `${HEAD}when do you open | what is a ticket for students | can i bring my dog | who painted this;`,
      inside: ['when do you open', 'what is a ticket for students', 'can i bring my dog', 'who painted this'],
    },
    {
      grammar: `${HEAD}two apples please | two pears please | good morning | buy milk | call ada;`,
      inside: ['two apples please', 'two pears please', 'good morning', 'buy milk', 'call ada'],
    },
  ],
};

/** Sentences that are in none of the grammars. */
export const OUTSIDE: Readonly<Record<Part, readonly string[]>> = {
  tuning: [
    'where can i park my car',
    'how much does it cost',
    'i have lost my umbrella',
    'can you repeat that',
    'my name is robert',
    'what do you mean by that',
    'it is raining again',
    'is there a bus to the station',
    'do you take credit cards',
    'could i speak to the manager',
    'we are two hours late already',
    'i am not sure about it',
    'the children are hungry',
    'sorry i was not listening',
    'the train leaves in ten minutes',
    'give me a moment',
    'what is the name of the chef',
    'do you have anything without meat',
    'wait a second',
    'play some music',
    'perhaps tomorrow',
    'that sounds wonderful',
  ],
  measured: [
    'what is the weather like',
    'do you have vegetarian food',
    'is there a lift',
    'where are you located',
    'how do i get there',
    'i would like to speak to a human',
    'can you sing a song',
    'who are you',
    'what is your name',
    'are you open on sunday',
    'i need to change my reservation',
    'how old is the house',
    'is it possible to pay by card',
    'do you deliver',
    'what can you do',
    'my phone number is five five five',
    'i did not say that',
    'the weather is rather nice today',
    'let me think about it',
    'could you speak a little slower',
    'no i do not think so',
    'tell my wife i am late',
    'what a beautiful evening',
    'that is too expensive',
  ],
};
