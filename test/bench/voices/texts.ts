/** What agents say on the telephone, in words that the dictionaries of both recognisers contain. */
export const SENTENCES: readonly string[] = [
  'Your table for two people is booked for seven this evening.',
  'Our chef has cooked in Rome for twenty years.',
  'Would you like to hear the menu before you decide?',
  'I can help you with your order, your bill, or a new appointment.',
  'The next train to the airport leaves in fifteen minutes.',
  'Please hold the line while I look at your account.',
  'Your package was delivered to your neighbor yesterday afternoon.',
  'We are open from nine in the morning until six in the evening.',
  'The doctor can see you on Thursday at half past ten.',
  'I am sorry, but that room is not available tonight.',
  'Do you want me to send the receipt to your email address?',
  'The weather will be cold and windy, with some rain at night.',
  'Your password was changed three days ago.',
  'There is a small charge for late payment.',
  'Could you please tell me the name on the card?',
  'The technician will call you before he comes to your house.',
  'All of our windows are made of recycled glass.',
  'You have four new messages and one missed call.',
  'The kitchen closes in an hour, so please order soon.',
  'I have found two flights that leave on Monday morning.',
  'Your insurance covers the damage to the front of the car.',
  'Turn left at the bridge and walk along the river.',
  'The meeting was moved to the large room on the second floor.',
  'We will refund the money within five working days.',
  'Is there anything else that I can do for you today?',
  'The battery should last for about eight hours.',
  'My colleague in the sales department will answer that question.',
  'Children under six years travel free of charge.',
  'Please bring your passport and a recent photograph.',
  'The garden is beautiful in spring when the roses bloom.',
  'That medicine must be taken twice a day with food.',
  'I did not understand the street, could you say it again?',
  'The bank will not ask you for your secret number.',
  'Your subscription ends on the last day of March.',
  'He said that the engine makes a strange noise.',
  'Both tickets are waiting for you at the desk.',
  'The museum shows paintings by young artists from Brazil.',
  'We grow our own vegetables and bake fresh bread every day.',
  'The water in the pool is heated during the winter.',
  'Thank you for calling, and have a good weekend.',
];

/** The words of a sentence, in lower case and without punctuation. */
export function wordsOf(sentence: string): readonly string[] {
  return sentence
    .toLowerCase()
    .replaceAll(/[^a-z' ]/gu, '')
    .split(' ')
    .filter((word) => word !== '');
}
