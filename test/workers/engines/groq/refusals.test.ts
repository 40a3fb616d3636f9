/** What many servers' refusals mean, recognised by the servers' own words. */
import test from 'ava'
import { causeOf, type Refusal } from '../../../../workers/engines/groq/refusals.ts'

type Words = [server: string, refusal: Partial<Refusal> & { status: number; text: string }]

/**
 * Refusals of requests that are too long. `reads`: how many tokens the model can read; `needs`: how many the request
 * needs; `isWithOutput`: whether `needs` includes the tokens of the response. The numbers are null if they are unknown.
 */
const tooLong: [...Words, reads: number | null, needs: number | null, isWithOutput?: true][] = [
  [
    'OpenAI',
    {
      status: 400,
      code: 'context_length_exceeded',
      text: "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens. Please reduce the length of the messages.",
    },
    8192,
    9001,
  ],
  [
    'OpenAI, with its output',
    {
      status: 400,
      code: 'context_length_exceeded',
      text: "This model's maximum context length is 4097 tokens. However, you requested 5002 tokens (3002 in the messages, 2000 in the completion).",
    },
    4097,
    5002,
    true,
  ],
  [
    'OpenAI, newer models',
    {
      status: 400,
      code: 'context_length_exceeded',
      text: 'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300001 tokens. Please reduce the length of the messages.',
    },
    272000,
    300001,
  ],
  [
    "OpenAI, beyond an account's tokens a minute",
    {
      status: 429,
      code: 'rate_limit_exceeded',
      text: 'Request too large for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Requested 40211. The input or output tokens must be reduced in order to run successfully.',
    },
    30000,
    40211,
    true,
  ],
  [
    "Groq, beyond an account's tokens a minute",
    {
      status: 413,
      code: 'rate_limit_exceeded',
      text: 'Request too large for model `openai/gpt-oss-120b` in organization `org_x` service tier `on_demand` on tokens per minute (TPM): Limit 8000, Requested 9345, please reduce your message size and try again.',
    },
    8000,
    9345,
    true,
  ],
  [
    'Groq',
    { status: 400, code: 'context_length_exceeded', text: 'Please reduce the length of the messages or completion.' },
    null,
    null,
  ],
  ['Groq, a body too large', { status: 413, code: 'request_too_large', text: 'Request Entity Too Large' }, null, null],
  [
    'llama.cpp',
    {
      status: 400,
      text: '{"error":{"code":400,"type":"exceed_context_size_error","message":"request (1137 tokens) exceeds the available context size (1024 tokens), try increasing it","n_prompt_tokens":1137,"n_ctx":1024}}',
    },
    1024,
    1137,
  ],
  [
    'llama.cpp, older',
    {
      status: 500,
      text: 'the request exceeds the available context size. try increasing the context size or enable context shift',
    },
    null,
    null,
  ],
  [
    'vLLM',
    {
      status: 400,
      text: "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4000 in the messages, 1000 in the completion). Please reduce the length of the messages or completion.",
    },
    4096,
    5000,
    true,
  ],
  [
    'vLLM, newer',
    {
      status: 400,
      text: "'max_tokens' or 'max_completion_tokens' is too large: 5500. This model's maximum context length is 4096 tokens and your request has 1200 input tokens (5500 > 4096 - 1200).",
    },
    4096,
    1200,
  ],
  [
    'vLLM, about only a prompt',
    { status: 400, text: 'The decoder prompt (length 5000) is longer than the maximum model length of 4096.' },
    4096,
    5000,
  ],
  [
    'SGLang',
    { status: 400, text: "The input (5000 tokens) is longer than the model's context length (4096 tokens)." },
    4096,
    5000,
  ],
  [
    'Ollama',
    { status: 400, text: '{"error":"prompt too long; exceeded max context length by 213 tokens"}' },
    null,
    null,
  ],
  ['Ollama, newer', { status: 400, text: 'the input length exceeds the context length' }, null, null],
  ['llama-cpp-python', { status: 500, text: 'Requested tokens (1137) exceed context window of 1024' }, 1024, 1137],
  [
    'LM Studio',
    {
      status: 400,
      text: 'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
    },
    4096,
    5000,
  ],
  [
    'Text Generation Inference',
    {
      status: 422,
      text: 'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 100 `max_new_tokens`',
    },
    4096,
    5000,
  ],
  [
    'Mistral',
    {
      status: 400,
      text: 'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
    },
    32768,
    40000,
  ],
  ['Anthropic', { status: 400, text: 'prompt is too long: 210,000 tokens > 200,000 maximum' }, 200000, 210000],
  [
    'Gemini',
    { status: 400, text: 'The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).' },
    1048576,
    1100000,
  ],
  ['a proxy', { status: 413, text: '<html><h1>413 Request Entity Too Large</h1></html>' }, null, null],
]

for (const [server, refusal, reads, needs, isWithOutput = false] of tooLong) {
  test(`a request that is too long is distinguished from other faults in ${server}’s words`, (t) => {
    t.deepEqual(causeOf({ code: '', param: '', ...refusal }), { kind: 'size', reads, needs, isWithOutput })
  })
}

const faults: [...Words, fault: string][] = [
  ['Groq, a wrong key', { status: 401, code: 'invalid_api_key', text: 'Invalid API Key' }, 'key'],
  ['Gemini, a wrong key', { status: 400, text: 'API key not valid. Please pass a valid API key.' }, 'key'],
  ['an account without credit', { status: 402, text: 'Payment Required' }, 'account'],
  [
    'OpenAI, an exhausted account',
    { status: 429, code: 'insufficient_quota', text: 'You exceeded your current quota, please check your plan.' },
    'account',
  ],
  ['DeepSeek, an exhausted account', { status: 402, text: 'Insufficient Balance' }, 'account'],
  ['a key without rights', { status: 403, text: 'Forbidden' }, 'access'],
  ['Groq, a restricted account', { status: 400, code: 'organization_restricted', text: 'restricted' }, 'access'],
  [
    'Groq, a model that was removed',
    { status: 400, code: 'model_decommissioned', text: 'The model `x` has been decommissioned.' },
    'model',
  ],
  [
    'Groq, a model that never existed',
    { status: 404, code: 'model_not_found', text: 'The model `x` does not exist or you do not have access to it.' },
    'model',
  ],
  ['Ollama', { status: 404, text: 'model "qwen3:8b" not found, try pulling it first' }, 'model'],
  ['vLLM', { status: 404, text: 'The model `x` does not exist.' }, 'model'],
  ['LM Studio', { status: 404, text: 'No models loaded. Please load a model.' }, 'model'],
  ['a server without the API', { status: 404, text: '404 page not found' }, 'address'],
  ['a page that does not accept POST', { status: 405, text: 'Method Not Allowed' }, 'address'],
  ['a server that has moved', { status: 307, text: '' }, 'address'],
]

for (const [what, refusal, fault] of faults) {
  test(`a fault that the operator must fix is recognised in the words of ${what}`, (t) => {
    t.deepEqual(causeOf({ code: '', param: '', ...refusal }), { kind: 'fault', fault })
  })
}

const others: [...Words, kind: string][] = [
  [
    'llama-cpp-python, about a schema',
    {
      status: 500,
      text: "[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text' or 'json_object'\"}]",
    },
    'form',
  ],
  [
    'Groq, about a schema',
    { status: 400, param: 'response_format', text: 'This model does not support response format `json_schema`.' },
    'form',
  ],
  [
    'OpenRouter, about a flagged prompt',
    { status: 403, text: 'Your chosen model requires moderation and your input was flagged for "violence".' },
    'filtered',
  ],
  [
    'Groq, about tokens a minute',
    {
      status: 429,
      code: 'rate_limit_exceeded',
      text: 'Rate limit reached for model `x` on tokens per minute (TPM): Limit 8000, Used 7900, Requested 1200. Please try again in 8.25s.',
    },
    'passing',
  ],
  ['any server, overloaded', { status: 503, text: 'Loading model' }, 'passing'],
  [
    'Groq, a full tier',
    { status: 498, code: 'flex_capacity_exceeded', text: 'Flex tier capacity exceeded' },
    'passing',
  ],
  ['any server, without a reason', { status: 400, text: '' }, 'other'],
]

for (const [what, refusal, kind] of others) {
  test(`the words of ${what} mean: ${kind}`, (t) => {
    t.deepEqual(causeOf({ code: '', param: '', ...refusal }), { kind } as never)
  })
}
