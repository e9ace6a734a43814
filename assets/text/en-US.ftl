# What Penpawn says, in American English. Names and moves come in escaped; a mention is put where one is meant.
# Syntax: https://projectfluent.org/fluent/guide/

## The commands, as Discord lists them (at most 100 characters each)

command-challenge = Challenge somebody, or anybody in this channel, to a game of chess
option-challenge-opponent = Whom you challenge; leave it out to let anybody here accept
option-challenge-color = Your color (random if you leave it out)
word-challenge-color-random = Random
word-challenge-color-white = White
word-challenge-color-black = Black
option-challenge-days = Days for each move, 1 to 14 (3 if you leave it out); 0 for no limit
option-challenge-when-time-runs-out = What happens then (the game ends if you leave it out)
word-challenge-when-time-runs-out-game-ends = The game ends
word-challenge-when-time-runs-out-opponent-decides = The opponent decides: claim the win, wait or give time

command-move = Play a move: Nf3, e4, exd5, O-O, e8=Q, or in words
option-move-move = Your move as you would write it: e4, Nf3, knight f3, 0-0, e2e4
option-move-draw = Offer a draw with the move

command-board = See the board of a game, just for you
option-board-view = How you want to see it
word-board-view-picture = As a picture, my side at the bottom
word-board-view-text = In words
word-board-view-here = Bring the game’s posts to this channel

command-games = See running games, least time left first
option-games-player = Whose games; yours if you leave it out

command-next = See the game that waits for you most urgently, and move

command-rematch = Ask your last opponent for the next game, with the colors swapped
option-rematch-game = The number of the finished game; your latest in this channel if you leave it out

command-server = Settings of this server, for those who manage it
command-server-overview = Keep one message in this channel that lists its running games
option-server-show = Whether this channel has such a message
word-server-show-on = On
word-server-show-off = Off

command-draw = Offer a draw, answer an offer, or claim a draw
command-draw-offer = Offer your opponent a draw
command-draw-accept = Accept your opponent’s draw offer
command-draw-decline = Decline your opponent’s draw offer
command-draw-claim = Claim a draw: the same position for the third time, or fifty quiet moves
option-draw-move = The move with which you claim it; leave it out for the position on the board

command-plan = Prepare if-then moves that are played at once; only you see them
command-plan-add = Add a line: what your opponent may play and what you answer
command-plan-list = See your plan in a game
command-plan-clear = Drop your plan in a game
option-plan-line = Like “if Nf6 then e5, if Nd5 then Nf3”, “any: Kh1” or “if Qxb7 then resign”

command-time = Give your opponent time, pause a game, take a vacation
command-time-give = Give your opponent one more day for this move
command-time-pause = Ask your opponent for a pause
command-time-resume = Resume a paused game
command-time-claim = Claim the win when your opponent’s time is over
command-time-vacation = Take a vacation from all your games, or see what you have left
option-time-days = How many days from now on; leave it out to see what you have left

command-takeback = Take back your last move: at once within a minute, else by agreement
command-takeback-ask = Undo your move within a minute, or ask your opponent to let you take it back
command-takeback-accept = Let your opponent take the move back
command-takeback-decline = Do not let your opponent take the move back

command-abort = End a game without result, before both of you have moved

command-resign = Give up a game, after one more question

command-settings = Your settings: reminders, time zone, quiet hours, vacation, preview
option-settings-reminders = How I remind you when your time is running out
word-settings-reminders-channel = In the channel of the game
word-settings-reminders-dm = By direct message
option-settings-zone = Where you live: a city, or a time zone like America/New_York or UTC+2
option-settings-quiet-hours = When I leave you in peace: 22:00-7:00, or off
option-settings-vacation-when-late = Whether to take a vacation for you before you lose a game on time
option-settings-preview = Whether to show you each move before it is played

command-help = How to play with Penpawn

option-game = The number of the game, if you play several here

## Posts

days-a-move = { $days ->
    [one] 1 day a move
   *[other] { $days } days a move
  }
days-a-move-opponent-decides = { $days ->
    [one] 1 day a move
   *[other] { $days } days a move
  }, and the opponent decides when time runs out
no-limit = no time limit
game-started = **Game { $game }**: { $white } (White) against { $black } (Black), { $time }. { $turn }
moved = **{ $move }** by { $player }.
moved-check = **{ $move }** by { $player }, check!
answered-at-once = **{ $moves }**: { $player } answers at once.
answered-at-once-check = **{ $moves }**: { $player } answers at once, check!
offers-draw-with-it = { $player } offers a draw.
draw-offered = { $player } offers a draw. { $asked }, do you accept?
draw-declined = { $player } declines the draw.
takeback-asked = { $player } would like to take back a move. { $asked }, do you agree?
takeback-declined = { $player } does not agree to the takeback.
taken-back = { $opponent } agrees, and { $player } takes the move back. Any draw offer and all plans are dropped.
undone = { $player } has undone the last move.
time-given = { $giver } gives { $player } one more day.
pause-asked = { $player } would like to pause the game. { $asked }, do you agree? Agreed now, the pause lasts until { $until } at most.
pause-declined = { $player } does not agree to a pause.
paused = Game { $game } is paused, until { $until } at most. Either player can resume it; whoever is to move then has at least a day.
resumed = { $player } resumes the game.
resumed-by-time = The longest pause is over, and the game goes on.
sheltered = { $player } ran out of time. Instead of a loss, a vacation until { $until } has begun.
on-vacation = { $player } is on vacation until { $until }.
time-up = { $player } has run out of time. { $opponent }, you may claim the win, give a day, or just wait. Until the win is claimed, { $player } can still move.
may-claim-repetition = -# Threefold repetition: this position also stood { $earlier }. { $player } may claim a draw.
may-claim-fifty-moves = -# Fifty moves without a capture or a pawn move: { $player } may claim a draw.
claimed-repetition = It also stood { $earlier }.
at-the-start = at the start
after-move = after { $mv }
reminder = { $person }, it is your move in game { $game } against { $opponent }, until { $until }, { $relative }.
reminder-several = { $person }, it is your move, and your time is running out in { $count } games:
reminder-line = - **Game { $game }** against { $opponent }: { $relative }
outage = I was away from { $from } to { $to }. All that time is given back: no clock ran, and every deadline is that much later.
to-move = { $player } to move.
to-move-until = { $player } to move, until { $until }, { $relative }.
small-line = -# { $parts }
material = { $color } is up { $points }
white = White
black = Black

button-accept = Accept
button-decline = Decline
button-withdraw = Withdraw
button-accept-draw = Accept draw
button-decline-draw = Decline draw
button-move = Move
button-my-view = My view
button-more = More
button-offer-draw = Offer a draw
button-resign = Resign
button-confirm-resign = Yes, resign
button-keep-playing = Keep playing
button-claim-draw = Claim a draw
button-offer-a-draw-instead = Offer a draw instead
button-undo = Undo my move
button-ask-takeback = Ask for a takeback
button-accept-takeback = Allow takeback
button-decline-takeback = Refuse takeback
button-ask-pause = Ask for a pause
button-accept-pause = Agree to pause
button-decline-pause = Decline pause
button-resume = Resume
button-give-time = Give a day
button-claim-win = Claim the win
button-abort = Abort game
button-end-vacation = I am back
button-clear-plan = Drop the plan
menu-drop-line = Drop one line
button-view-plan = My plan
button-show-here = Show here
button-rematch = Rematch
button-next-game = Next: game { $game } against { $opponent }

challenge-open = **{ $challenger }** would like to play chess: { $color }, { $time }. Who accepts?
challenge-to = { $opponent }, **{ $challenger }** challenges you to a game of chess: { $color }, { $time }.
challenge-rematch = { $opponent }, **{ $challenger }** asks for a rematch of game { $game }: { $color }, { $time }.
challenge-color-white = { $challenger } plays White
challenge-color-black = { $challenger } plays Black
challenge-color-random = colors by lot
challenge-until = -# Open until { $until }.
challenge-closed-accepted = -# Accepted.
challenge-closed-declined = -# Declined.
challenge-closed-withdrawn = -# Withdrawn.
challenge-closed-expired = -# Expired.
challenge-declined = { $kind ->
    [rematch] { $challenger }, { $opponent } declined the rematch.
   *[challenge] { $challenger }, { $opponent } declined your challenge.
  }
challenge-withdrawn = { $kind ->
    [rematch] { $challenger } no longer asks { $opponent } for a rematch.
   *[challenge] { $challenger } withdrew the challenge to { $opponent }.
  }
challenge-withdrawn-open = { $challenger } withdrew the open challenge.
challenge-expired = { $kind ->
    [rematch] { $challenger }, { $opponent } did not answer within seven days: the rematch is off.
   *[challenge] { $challenger }, { $opponent } did not answer within seven days: your challenge has expired.
  }
challenge-expired-open = { $challenger }, your open challenge has expired: seven days went by and nobody took it up.

result-checkmate = Checkmate! { $winner } wins against { $loser }, { $score }.
result-resignation = { $loser } resigns: { $winner } wins, { $score }.
result-agreement = { $white } and { $black } agree to a draw, { $score }.
result-stalemate = Stalemate: no legal move and no check. { $white } and { $black } draw, { $score }.
result-dead-position = Neither side can checkmate any more. { $white } and { $black } draw, { $score }.
result-fivefold = The same position for the fifth time. { $white } and { $black } draw, { $score }.
result-seventy-five = Seventy-five moves without a capture or a pawn move. { $white } and { $black } draw, { $score }.
result-threefold = A draw by threefold repetition is claimed. { $white } and { $black } draw, { $score }.
result-fifty-moves = A draw is claimed: fifty moves without a capture or a pawn move. { $white } and { $black } draw, { $score }.
result-time-out = { $loser } ran out of time: { $winner } wins, { $score }.
result-time-out-no-mate = Time ran out, but the other side could not checkmate any more. { $white } and { $black } draw, { $score }.
result-time-out-draw-offered = Time ran out while the other side’s draw offer stood. { $white } and { $black } draw, { $score }.
result-aborted-by = { $by } has aborted the game. { $white } against { $black } ends without result.
result-aborted = The game is aborted. { $white } against { $black } ends without result.
result-never-begun = Time ran out before both players had moved. { $white } against { $black } ends without result.
result-server-gone = I was not in the server for thirty days. { $white } against { $black } ends without result.
result-abandoned-by = Nobody has moved for thirty days, and { $by } ends the game: { $white } against { $black }, without result.
result-abandoned = Nobody has moved for thirty days. { $white } against { $black } ends without result.
replay-alt = The whole game from the first move to the last, as an animated picture.
end-line = -# { $moves ->
    [one] 1 move
   *[other] { $moves } moves
  }
end-line-opening = -# { $opening } ({ $eco }) · { $moves ->
    [one] 1 move
   *[other] { $moves } moves
  }

## Answers to one person

game-title = **Game { $game }**: { $white } (White) against { $black } (Black)
last-move = Last move: **{ $mv }**
draw-offer-stands = { $player } has offered a draw.
no-running-games = You have no running game. Start one with `/challenge`.
which-game = You play several games here. Which one do you mean?
which-game-elsewhere = None of your running games is in this channel. Do you mean one of these? The post goes to the game’s own channel.
game-against = Game { $game } against { $opponent }
no-such-game = There is no game { $number } that you can see here. `/games` lists yours.
done = Done.
board-below = The new board of game { $game } is below.
board-elsewhere = The board of game { $game } is in { $channel }.
posts-stay-in-the-server = The boards have to be where both of you can see them. Use this in another channel of the game’s own server.
posts-come-here = The boards of game { $game } come to this channel from now on.
name-the-game = Your line is too long to ask back: send it again with the game’s number, as in `game:12`.
plan = Your plan in game { $game } against { $opponent }. Only you can see it:
plan-waits = It waits until you have answered the draw offer.
plan-none = You have no plan in game { $game }. Add one while your opponent is to move, like `/plan add line:if Nf6 then e5, if Nd5 then Nf3`.
move-form-title = Game { $game } against { $opponent }
move-form-label = Your move
move-form-placeholder = e4, Nf3, exd5, O-O, e8=Q
menu = Game { $game } against { $opponent }: what would you like to do?
ask-resign = Do you really want to resign game { $game } against { $opponent }? That counts as a loss and cannot be taken back.
dismissed = Good, nothing has changed. Play on!
unknown-button = This button is from another version of Penpawn and does nothing any more. `/board` shows the game with fresh buttons.
unknown-command = I do not know that command any more. `/help` lists what I can do.
shown-already = That is shown to everybody already.
something-went-wrong = Something went wrong on my side and nothing was saved. Please try again in a moment.
missing-permissions = I cannot run a game here yet. Somebody who manages this channel has to allow me: { $permissions }.

games-title = Running games of { $player }: { $count }
games-none = { $player } has no running game in this server.
games-more = { $count ->
    [one] … and 1 more.
   *[other] … and { $count } more.
  }
game-line-your-move = - **Game { $game }** against { $opponent }: **your move**{ $time }
game-line-to-move = - **Game { $game }** against { $opponent }: **{ $player } to move**{ $time }
game-line-waiting = - Game { $game } against { $opponent }: { $opponent } to move{ $time }
game-line-time = , { $relative }
game-line-until = , until { $until }, { $relative }
game-line-over = , time was up { $relative }
game-line-away = , on vacation until { $until }
game-line-paused = , paused until { $until } at most
game-line-unlimited = , no time limit
game-line-linked = { $line } · [board]({ $link })
game-number = Game { $game }
series = Series: { $first } { $points }, { $second } { $others }

overview-title = **Running games in this channel**
overview-empty = None at the moment. `/challenge` starts one.
overview-line = - { $game }: { $white } against { $black }, move { $number }, **{ $player } to move**{ $time }
overview-on = From now on one message in this channel lists its running games, and I keep it up to date.{ $there }
overview-on-already = This channel has its list of running games already.{ $there }
overview-there = {" "}[Here it is]({ $link }).
overview-off = The list of running games is gone from this channel.
overview-off-already = This channel has no list of running games.
for-managers = Only people with the permission **Manage Server** can change that.
only-in-a-server = That is for the channels of a server.

next-none = No game waits for your move. Next, { $opponent }’s time in game { $game } ends: { $until }, { $relative }.
next-none-unlimited = No game waits for your move. You wait for { $opponent } in game { $game }, without a time limit.
next-more-wait = { $count ->
    [one] One more game waits for your move.
   *[other] { $count } more games wait for your move.
  }

rematch-no-game-here = You have not finished a game in this channel yet. Name another one with `game`, or start one with `/challenge`.
rematch-asked = Your opponent is asked for a rematch of game { $game } in { $channel }.
rematch-not-yours = Only the two who played game { $game } can ask for a rematch. Start a game of your own with `/challenge`.
rematch-still-running = Game { $game } is not over yet.
rematch-asked-already = You have asked already. As soon as { $opponent } wants the rematch too, it begins.
rematch-begun-already = The rematch of game { $game } was begun already: it is { $rematch }.
game-choice-your-turn = Game { $game } against { $opponent }: your move
game-choice-waiting = Game { $game } against { $opponent }

choice = { $san }: { $words }
choice-move = { $piece } to { $square }
choice-capture = { $piece } takes { $taken } on { $square }
choice-castle-king = castle on the king’s side
choice-castle-queen = castle on the queen’s side
choice-promotion = { $words }, becomes a { $promoted }
choice-check = { $words }, check
choice-checkmate = { $words }, checkmate

button-play = Play
button-play-with-offer = Play and offer a draw
button-change = Change
button-back = Back
button-not-now = Not now
button-type-a-move = Type a move
button-choose-on-the-board = Choose on the board
choose-a-piece = Choose a piece to move
piece = { $piece } { $square }
ask-target = Game { $game }: where should the **{ $piece } on { $square }** go?
targets-alt = From { $square } to { $targets }. { $board }
where-to = Where to?
where-to-part = Where to? ({ $part } of { $parts })
target = { $square }: { $words }
target-takes = takes { $taken }
target-takes-in-passing = takes a pawn in passing
target-promotes = becomes another piece
target-check = check
target-checkmate = checkmate
ask-promotion = What should the pawn become?
preview = Game { $game } after **{ $move }**: { $words }. Nothing is played yet.
preview-offers-draw = A draw will be offered with the move.
played = Played: **{ $mv }**.
can-undo-until = You can take your move back at once until { $until }.

help-start = **Penpawn plays correspondence chess with you and your friends, right here.**
    Challenge somebody, then answer every move whenever you have a minute: use `/move e4`, press **Move** under the board, or choose a piece and a square with **My view**. After every move you see the new board, and I ping the player whose turn it is.
help-line = `/{ $command }`: { $what }
help-end = I read moves as people write them: `e4`, `Nf3`, `nf3`, `knight f3`, `exd5`, `O-O`, `0-0`, `e8=Q`, `e2e4`. If a move can mean two things, I ask.

## Refusals: why not, and what to do

challenge-in-a-server = Use `/challenge` in a server channel, where both of you can see the board.
days-without-limit = With `days:0` no time can run out, so there is nothing to choose for that. Leave out `when-time-runs-out`, or set `days` to 1 or more.
challenge-posted = Your challenge is posted.
challenge-answered = Done.
days-out-of-range = The days for each move go from 1 to 14, or 0 for no limit.
no-such-challenge = That challenge does not exist any more. `/challenge` makes a new one.
bots-do-not-play = { $name } is a bot, and bots do not answer challenges. Pick a person, or leave out the opponent so that anybody can accept.
not-in-this-server = { $name } is not in this server. Pick somebody who is here, or leave out the opponent so that anybody can accept.
cannot-see-this-channel = { $name } cannot see this channel. Challenge in a channel that you can both see.

challenge-to-oneself = You cannot challenge yourself. Pick somebody else, or leave out the opponent so that anybody can accept.
challenge-pending-already = A challenge between you and { $opponent } is still waiting for its answer. Answer it or withdraw it first.
challenge-too-many = You have made { $limit ->
    [one] 1 challenge
   *[other] { $limit } challenges
  } within an hour. Please wait a little before the next one.
challenge-too-many-games = You have { $limit ->
    [one] 1 running game
   *[other] { $limit } running games
  }, and more are not allowed. Finish one first.
challenge-challenger-too-many-games = The challenger is playing as many games as are allowed and has to finish one first. The challenge stays open.
challenge-over-accepted = { $kind ->
    [rematch] The rematch has begun already.
   *[challenge] This challenge was accepted already.
  }
challenge-over-declined = { $kind ->
    [rematch] The rematch was declined already.
   *[challenge] This challenge was declined already.
  }
challenge-over-withdrawn = { $kind ->
    [rematch] Nobody asks for this rematch any more. `/rematch` asks again.
   *[challenge] This challenge was withdrawn.
  }
challenge-over-expired = { $kind ->
    [rematch] This was open for seven days only. `/rematch` asks again.
   *[challenge] This challenge has expired. `/challenge` makes a new one.
  }
challenge-your-own = { $kind ->
    [rematch] It was you who asked for the rematch. You can only withdraw that.
   *[challenge] This is your own challenge. You can only withdraw it.
  }
challenge-not-for-you = { $kind ->
    [rematch] Only { $opponent } can answer: it is a rematch.
   *[challenge] This challenge is for { $opponent }.
  }
challenge-not-for-you-open = Only the one who made this challenge can close it. You can accept it, or leave it.
challenge-not-yours = { $kind ->
    [rematch] Only the one who asked for the rematch can withdraw that.
   *[challenge] Only the one who made this challenge can withdraw it.
  }

refusal-not-your-game = You do not play in this game. Start your own with `/challenge`.
refusal-game-over = This game is over already. Start a new one with `/challenge`.
refusal-stale = The game has moved on since that board. Look at the latest one, or use `/board`.
refusal-not-your-turn = It is { $opponent }’s turn in game { $game }. I will ping you when it is yours.
refusal-offer-before-first-move = A draw can be offered once White has made the first move.
refusal-offer-stands-already = Your draw offer still stands. It is up to { $opponent } now.
refusal-opponent-has-offered = { $opponent } has already offered a draw. Do you accept?
refusal-offer-too-soon = You offered a draw not long ago. You can offer again after { $moves ->
    [one] one more move of yours
   *[other] { $moves } more moves of yours
  }, or once { $opponent } has offered one.
refusal-move-with-offer-not-played = “{ $move }” was not played. You can play it without the offer.
refusal-no-draw-offer = Nobody has offered a draw in game { $game }. You can offer one with `/draw offer`.
refusal-own-draw-offer = The draw offer is your own. Only { $opponent } can accept or decline it.
refusal-arrived-too-late = You sent that in time, but it reached me only after the time-out was decided. I am sorry: the result stands.
refusal-time-is-up = Time has run out in game { $game }, and the result is about to be decided.
refusal-wrong-claim = { $times ->
    [one] No draw to claim yet: this position is new, and it has to stand three times.
   *[other] No draw to claim yet: this position stood only once before, { $earlier }. It has to stand three times.
  }
refusal-wrong-claim-with = { $times ->
    [one] No draw to claim with { $move }, and nothing was played: the position would be new, and it has to stand three times.
   *[other] No draw to claim with { $move }, and nothing was played: the position stood only once before, { $earlier }. It has to stand three times.
  }
quiet-moves = Moves without a capture or a pawn move: { $moves } of fifty.
refusal-begun-already = Both of you have moved already, so game { $game } cannot be aborted. You can offer a draw or resign.
refusal-begun-already-no-limit = Both of you have moved already, so game { $game } cannot be aborted. You can offer a draw or resign; when { $opponent } has not moved for thirty days, you can end it without result.
refusal-nothing-to-take-back = You have not moved yet in game { $game }.
refusal-takeback-asked-already = You have asked already. It is up to { $opponent } now.
refusal-takeback-asked-this-turn = You have asked once in this turn, and { $opponent } said no. You can ask again after the next move.
refusal-no-takeback-asked = Nobody asks for a takeback in game { $game }.
refusal-own-takeback = It was you who asked. Only { $opponent } can agree.
refusal-opponent-asks-takeback = { $opponent } would like to take a move back. Do you agree?
refusal-too-late-to-undo = A move can be undone for a minute, and only until { $opponent } answers. You can still ask for a takeback.
refusal-no-time-limit = Game { $game } has no time limit, so there is no clock to stop or to add to.
refusal-own-clock = It is your own clock that runs in game { $game }. You can give { $opponent } time while it is { $opponent }’s turn.
refusal-enough-time = { $opponent } has fourteen days left already, and that is the most you can give.
refusal-time-not-up = { $opponent } still has time in game { $game }.
refusal-time-just-up = { $opponent }’s time has just run out, and a move that was sent in time may still be on its way. You can claim the win in a minute.
refusal-ends-by-itself = Game { $game } ends by itself when time runs out; there is nothing to claim.
refusal-paused-already = Game { $game } is paused, until { $until } at most. Either of you can resume it.
refusal-not-paused = Game { $game } is not paused.
refusal-pause-asked-already = You have asked already. It is up to { $opponent } now.
refusal-no-pause-asked = Nobody asks for a pause in game { $game }.
refusal-own-pause-ask = It was you who asked. Only { $opponent } can agree.
refusal-server-gone = I am not in the server of game { $game } any more, so the game stands still. Somebody who manages the server can let me in again.

plan-not-taken = The line is not taken. { $why }
plan-your-turn = It is your turn in game { $game }: move first, then plan for the answers.
plan-too-long = That is too long: a line has at most { $limit } characters.
plan-too-many-lines = Your plan would have too many lines: { $limit } at most. You can drop some in `/plan list`.
plan-too-deep = That looks too far ahead: a line has at most { $limit } answers of yours.
plan-empty = Write what your opponent may play and what you answer, like “if Nf6 then e5, if Nd5 then Nf3”, “any: Kh1” or “if Qxb7 then resign”.
plan-first-move = Your opponent’s move “{ $text }”
plan-move = { $whose ->
    [you] After { $after }, your move “{ $text }”
   *[opponent] After { $after }, your opponent’s move “{ $text }”
  }
plan-illegal = { $move } is not possible: { $why }.
plan-illegal-moves = { $move } is not possible: { $why }. Possible: { $moves }.
plan-several-moves = { $move } can mean several: { $moves }. Write which one.
plan-unreadable = { $move } cannot be read as a move. Write moves like `e4`, `Nf3`, `exd5`, `O-O` or `e8=Q`.
plan-other-line = { $why } If that is another way your opponent may go, add it as a line of its own.
plan-no-reply = It ends with your opponent’s move, “{ $text }”. What do you want to answer?
plan-out-of-turn = “{ $text }” stands in the wrong place: after “if” comes a move of your opponent, after “then” one of yours.
plan-after-the-end = The game would be over before “{ $text }”.
plan-unclear = I can read it in more than one way. Please put commas between the moves.
plan-contradiction = Your plan already says: { $stands }. Drop that in `/plan list` first.
plan-no-such-line = That line is not in your plan any more, so there was nothing to drop.

vacation-present = You are on vacation until { $until }. Your clocks stand still in the games that are running now; your next move ends the vacation. { $days ->
    [0] You have no day left this year.
    [one] You have 1 day left this year.
   *[other] You have { $days } days left this year.
  }
vacation-none = You are not on vacation. { $days ->
    [0] You have no day of vacation left this year.
    [one] You have 1 day of vacation left this year.
   *[other] You have { $days } days of vacation left this year.
  }
vacation-too-short = A vacation lasts at least one day.
vacation-too-long = { $days ->
    [0] You have no day of vacation left this year.
    [one] You have only 1 day of vacation left this year.
   *[other] You have only { $days } days of vacation left this year.
  }
vacation-not-away = You are not on vacation.
settings-title = **Your settings**
settings-reminders-channel = - **Reminders** come in the channel of the game.
settings-reminders-dm = - **Reminders** come by direct message, for the games of all servers in one.
settings-zone-none = - **Time zone**: I do not know where you live.
settings-zone = - **Time zone**: { $zone }, where it is { $time } now.
settings-zone-fixed = - **Time zone**: { $zone }, where it is { $time } now. It knows no summer time; a city does.
settings-quiet-no-zone = - **Quiet hours**: none. Tell me your time zone, and you can have some.
settings-quiet-none = - **Quiet hours**: none.
settings-quiet = - **Quiet hours**: from { $from } to { $to }. A reminder waits for their end; an hour before your time is up it comes all the same, without a sound.
settings-shelter-on = - **When you run out of time** you go on vacation for three days, while you have days left, instead of losing.
settings-shelter-off = - **When you run out of time** no vacation is taken for you, even while you have days left.
settings-preview-on = - **Your moves** are shown to you before they are played.
settings-preview-off = - **Your moves** are played at once.
button-remind-by-dm = Remind me by DM
button-remind-in-channel = Remind me in the channel
button-set-zone = Time zone
button-set-quiet-hours = Quiet hours
button-no-quiet-hours = No quiet hours
button-shelter-on = Rather vacation than lose
button-shelter-off = No vacation when late
button-preview-on = Show me moves first
button-preview-off = Play moves at once
zone-form-title = Your time zone
zone-form-label = Where do you live?
zone-form-placeholder = Berlin, New York, Asia/Kolkata, UTC+2
quiet-form-title = Your quiet hours
quiet-form-label = When shall I leave you in peace?
quiet-form-placeholder = 22:00-7:00, or off
zone-unknown = I know no time zone by the name “{ $typed }”. Try the nearest big city, a name like Europe/Berlin, or UTC+2.
zone-which = “{ $typed }” can mean several time zones. Which one is yours?
zone-choice = { $zone }, { $time } now
quiet-unreadable = I cannot read “{ $typed }” as quiet hours. Write them like 22:00-7:00 or 10pm-7am, or “off” for none.
quiet-no-length = Those begin and end at the same time. Write them like 22:00-7:00, or “off” for none.
quiet-too-long = Quiet hours last { $hours } hours at most, or a reminder could not reach you in time. Write them like 22:00-7:00.
quiet-zone-first = Quiet hours go by the clocks where you live. Tell me your time zone first.
quiet-choice-off = No quiet hours
refusal-unreadable = I cannot read “{ $text }” as a move. Write it like `e4`, `Nf3`, `exd5`, `O-O` or `e8=Q`.
refusal-unreadable-empty = Write a move, like `e4`, `Nf3`, `exd5`, `O-O` or `e8=Q`.
refusal-ambiguous = “{ $text }” can mean several moves. Which one?
refusal-promotion = What should the pawn become?
refusal-illegal = “{ $text }” is not possible: { $why }.
refusal-illegal-moves = “{ $text }” is not possible: { $why }. Possible: { $moves }.

why-empty-square = there is no piece on { $square }
why-not-yours = { $whose ->
    [opponent] the piece on { $square } is yours
   *[you] the piece on { $square } is not yours
  }
why-other-piece = the piece on { $square } is a { $piece }
why-no-such-piece = { $whose ->
    [opponent] your opponent has no such { $piece }
   *[you] you have no such { $piece }
  }
why-opponents-move = { $whose ->
    [opponent] only your own piece on { $square } could go there, and it is your opponent’s turn
   *[you] only your opponent’s piece on { $square } could go there, and it is your turn
  }
why-own-piece = { $whose ->
    [opponent] a piece of the same color stands on { $square }
   *[you] your own piece stands on { $square }
  }
why-blocked = the way from { $square } is blocked by the piece on { $by }
why-cannot-reach = { $whose ->
    [opponent] no such piece can go to { $square }
   *[you] no such piece of yours can go to { $square }
  }
why-only-by-capture = a pawn comes to { $square } only by capturing; write the file it comes from, as in `exd5`
why-nothing-to-capture = there is nothing like that to capture on { $square }
why-not-en-passant = that is no en passant capture
why-no-promotion = that move is no promotion
why-bad-promotion = a pawn cannot become a { $piece }
why-pinned = { $whose ->
    [opponent] the piece on { $square } is pinned: without it, the piece on { $by } would attack your opponent’s king
   *[you] the piece on { $square } is pinned: without it, the piece on { $by } would attack your king
  }
why-leaves-check = { $whose ->
    [opponent] the piece on { $by } gives check, and your opponent’s king would still be attacked
   *[you] the piece on { $by } gives check, and your king would still be attacked
  }
why-king-attacked = { $whose ->
    [opponent] on { $square } your opponent’s king would be attacked by the piece on { $by }
   *[you] on { $square } your king would be attacked by the piece on { $by }
  }
why-castling-no-right = { $whose ->
    [opponent] the king or that rook has moved before, or the rook is gone
   *[you] your king or that rook has moved before, or the rook is gone
  }
why-castling-in-check = nobody can castle out of check, and the piece on { $by } gives check
why-castling-blocked = the piece on { $by } stands in the way
why-castling-attacked = the king would cross or reach { $square }, which the piece on { $by } attacks

role-pawn = pawn
role-knight = knight
role-bishop = bishop
role-rook = rook
role-queen = queen
role-king = king
