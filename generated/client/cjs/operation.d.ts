/** The types of the operations as a caller sees them: one object in, the body of the answer out. */
import type { ClientOperations } from './client.gen.js';
type Shape = {
    data: object;
    responses: object;
};
type Member<Data, Name extends string> = Data extends {
    [N in Name]?: infer Part;
} ? NonNullable<Part> : never;
type Fields<Part> = [Part] extends [never] ? unknown : Part;
type Body<Data> = [Member<Data, 'body'>] extends [never] ? {
    body?: undefined;
} : Data extends {
    body: unknown;
} ? {
    body: Member<Data, 'body'>;
} : {
    body?: Member<Data, 'body'>;
};
/** What an operation takes: the parameters of its path and query beside one another, and its body as `body`. */
export type Input<Id extends keyof ClientOperations> = Fields<Member<ClientOperations[Id]['data'], 'path'>> & Fields<Member<ClientOperations[Id]['data'], 'query'>> & Body<ClientOperations[Id]['data']>;
type AnswerOf<Operation extends Shape> = Operation['responses'][keyof Operation['responses']];
/** The body of a success. */
export type Answer<Id extends keyof ClientOperations> = AnswerOf<ClientOperations[Id]>;
type HeaderOptions = {
    'X-Tenant-Id': {
        /** The customer that the call is for; the client's own where absent. */
        tenantId?: string;
    };
    'Idempotency-Key': {
        /** Names the call for 24 hours, so that another process can repeat it; where absent, the client makes one for its tries. */
        idempotencyKey?: string;
    };
    'If-Match': {
        /** The `ETag` that the criteria must still have. */
        ifMatch?: string;
    };
    Prefer: {
        /** How long the service may hold the answer back until the score is there. */
        waitSeconds?: number;
    };
};
/** Options of every call. */
export type CallOptions = {
    /** Ends the call, and the waits between its tries. */
    signal?: AbortSignal;
    /** How often to try again; the client's own number where absent. */
    retries?: number;
};
type Headers<Data> = [Member<Data, 'headers'>] extends [never] ? never : keyof Member<Data, 'headers'> & keyof HeaderOptions;
type Together<Parts> = (Parts extends unknown ? (part: Parts) => void : never) extends (all: infer All) => void ? All : never;
/** Options of a call of one operation. */
export type Options<Id extends keyof ClientOperations> = CallOptions & ([Headers<ClientOperations[Id]['data']>] extends [never] ? unknown : Together<HeaderOptions[Headers<ClientOperations[Id]['data']>]>);
/** Resolves to the answer's body. @throws ScreeningError */
export type Call<Body> = Promise<Body> & {
    /** The body together with status and headers, for an `ETag` or the state of the limits. */
    withResponse(): Promise<Answered<Body>>;
};
export type Answered<Body> = {
    data: Body;
    response: Response;
};
/** A method for each operation of the contract. */
export type Operations = {
    [Id in keyof ClientOperations]: Record<never, never> extends Input<Id> ? (input?: Input<Id>, options?: Options<Id>) => Call<Answer<Id>> : (input: Input<Id>, options?: Options<Id>) => Call<Answer<Id>>;
};
/** The operations that answer a page of `data` and a `nextCursor`. */
export type ListId = {
    [Id in keyof ClientOperations]: Answer<Id> extends {
        data: unknown[];
        nextCursor: string | null;
    } ? Id : never;
}[keyof ClientOperations];
/** What one item of a list is. */
export type Item<Id extends ListId> = Answer<Id> extends {
    data: (infer One)[];
} ? One : never;
export {};
