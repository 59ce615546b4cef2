/** Everything that the concierge understands, in JSGF. */
export const grammar: string = `#JSGF V1.0;
grammar concierge;
public <utterance> = <greeting> | <time> | <booking> | <about> | <stop> | <thanks> | <farewell>;
<greeting> = hello;
<time> = what time is it;
<booking> = i would like to book a table for <number> people at <number>;
<about> = tell me about the restaurant;
<stop> = stop;
<thanks> = thank you;
<farewell> = goodbye;
<number> = one | two | three | four | five | six | seven | eight | nine | ten;
`;
