/** In two lines where one is too short; on a card whole, since a finger cannot ask for the rest. */
export function EmailAddress({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span
      dir="auto"
      title={email}
      className="line-clamp-2 wrap-anywhere in-data-[cards=true]:line-clamp-none"
    >
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}
