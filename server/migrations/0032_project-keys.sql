CREATE TRIGGER "value_project_keys_forgotten" AFTER DELETE ON "value_project" FOR EACH ROW EXECUTE FUNCTION "forget_access_keys"('project');
