/** The types of the operations. Each operation takes one input object, and resolves to the body of the response. */
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
/** An operation's input: its path and query parameters as members, and its body as `body`. */
export type Input<Id extends keyof ClientOperations> = Fields<Member<ClientOperations[Id]['data'], 'path'>> & Fields<Member<ClientOperations[Id]['data'], 'query'>> & Body<ClientOperations[Id]['data']>;
type AnswerOf<Operation extends Shape> = Operation['responses'][keyof Operation['responses']];
/** The body of a successful response. */
export type Answer<Id extends keyof ClientOperations> = AnswerOf<ClientOperations[Id]>;
type HeaderOptions = {
    'X-Tenant-Id': {
        /** The tenant for this call; by default the client's. */
        tenantId?: string;
    };
    'Idempotency-Key': {
        /**
         * Identifies the call for 24 hours, so that another process can repeat it; by default the client creates one per
         * call.
         */
        idempotencyKey?: string;
    };
    'If-Match': {
        /** The `ETag` that the resource must still have. */
        ifMatch?: string;
    };
    Prefer: {
        /** The maximum time that the service waits for the score before it responds. */
        waitSeconds?: number;
    };
};
export type CallOptions = {
    /** Aborts the call, including the waits between attempts. */
    signal?: AbortSignal;
    /** The maximum number of retries; by default the client's. */
    retries?: number;
};
type Headers<Data> = [Member<Data, 'headers'>] extends [never] ? never : keyof Member<Data, 'headers'> & keyof HeaderOptions;
type Together<Parts> = (Parts extends unknown ? (part: Parts) => void : never) extends (all: infer All) => void ? All : never;
export type Options<Id extends keyof ClientOperations> = CallOptions & ([Headers<ClientOperations[Id]['data']>] extends [never] ? unknown : Together<HeaderOptions[Headers<ClientOperations[Id]['data']>]>);
/** Resolves to the body of the response. @throws ScreeningError */
export type Call<Body> = Promise<Body> & {
    /** Resolves to the body with status and headers, for example to read an `ETag` or the rate-limit headers. */
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
/** The operations that return a page with `data` and `nextCursor`. */
export type ListId = {
    [Id in keyof ClientOperations]: Answer<Id> extends {
        data: unknown[];
        nextCursor: string | null;
    } ? Id : never;
}[keyof ClientOperations];
/** The type of the items in a list. */
export type Item<Id extends ListId> = Answer<Id> extends {
    data: (infer One)[];
} ? One : never;
export {};
