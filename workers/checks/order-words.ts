/**
 * Words of instructions to a scorer, and of the answers that such instructions request. The other words of a passage
 * are about the applicant.
 */
export const orderWords: ReadonlySet<string> = new Set(
  `a an all and any are as at be but by candidate candidates applicant applicants application criteria criterion cv each
  every evaluation evaluator excellent fit following for from fully give given her him his hiring i in into is it its
  match matches me met model must my no not note of on one only or our output perfect please previous prompt prompts
  quote rank rate rated rating recommended recruiter requirement requirements resume reviewer score scored screener
  should so strong system text that the their them then these this those to top verdict was we with you your`.split(
    /\s+/,
  ),
)
