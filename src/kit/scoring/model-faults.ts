/** The faults that the operator must fix before the model provider can respond again, and the fix for each. */
export const modelFaults = {
  key: 'the model provider refuses the API key: correct GROQ_API_KEY and restart',
  account: 'the account at the model provider is exhausted: top it up',
  access: 'the model provider forbids this key to use the model: grant access, or change GROQ_MODEL and restart',
  model: 'the model provider does not have the model: correct GROQ_MODEL and restart',
  address: 'the model provider has no chat API at this address: correct GROQ_BASE_URL and restart',
} as const

export type ModelFault = keyof typeof modelFaults
