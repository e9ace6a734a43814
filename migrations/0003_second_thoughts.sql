-- What an undone move brings back beside the turn: until when the mover was on vacation, and the game paused at most.
ALTER TABLE undo ADD COLUMN away INTEGER;
ALTER TABLE undo ADD COLUMN paused_until INTEGER;
-- The game by a move in which the vacation has ended early, and until when it was meant to last: it comes back with the
-- move undone. Both NULL once the player has done anything else about his vacations.
ALTER TABLE vacation ADD COLUMN ended_in INTEGER;
ALTER TABLE vacation ADD COLUMN meant_until INTEGER;
